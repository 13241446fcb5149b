/** Faults that would end a server: unhandled rejections and uncaught exceptions, collected while a test runs. */
export class ProcessFaults {
  private readonly seen: unknown[] = [];
  private readonly remember = (fault: unknown): void => void this.seen.push(fault);

  /** Starts collecting. Call {@link stop} when the test ends. */
  static watch(): ProcessFaults {
    const faults = new ProcessFaults();
    process.on('unhandledRejection', faults.remember);
    process.on('uncaughtException', faults.remember);
    return faults;
  }

  /** Stops collecting, after everything that is due has had its turn, and tells what was seen. */
  async stop(): Promise<readonly unknown[]> {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    process.off('unhandledRejection', this.remember);
    process.off('uncaughtException', this.remember);
    return this.seen;
  }
}
