import type { ModuleRef } from '@nestjs/core';
import type { ThrottlerStorage } from '@nestjs/throttler';

/**
 * A storage that the host provides somewhere under a token, looked up at the first use. While providers are being made it may not exist yet: that
 * of a `ThrottlerModule.forRootAsync()` waits for its factory.
 */
export class StorageByToken implements ThrottlerStorage {
  private storage: ThrottlerStorage | undefined;

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly token: symbol | string,
  ) {}

  increment(...use: Parameters<ThrottlerStorage['increment']>) {
    this.storage ??= this.moduleRef.get<ThrottlerStorage>(this.token, { strict: false });
    return this.storage.increment(...use);
  }

  /** True when the host has a provider of this token, whether or not it has been made. */
  exists(): boolean {
    try {
      this.moduleRef.get(this.token, { strict: false });
      return true;
    } catch {
      return false;
    }
  }
}
