import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Redactor } from '../audit/redactor.js';
import { EventListeners } from '../events/event-listeners.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { resultOfRecord, requestOfEntry } from './verification-views.js';
import {
  VerificationEvent,
  VerificationExpiredEvent,
  VerificationGrantedEvent,
  VerificationRejectedEvent,
  VerificationRequestedEvent,
} from './verification-events.js';
import type { VerificationRecord } from './verification-store.js';

/** Brings the events of verifications to the host's EventEmitter2. Listeners are told and never waited for. */
@Injectable()
export class VerificationEventEmitter {
  private readonly listeners: EventListeners;

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS) options: Pick<ResolvedToolRuntimeOptions, 'events'>,
    redactor: Redactor,
    @Optional() emitter?: EventEmitter2,
  ) {
    const logger = new Logger(VerificationEventEmitter.name);
    this.listeners = new EventListeners(emitter ?? undefined, redactor, options.events, logger);
  }

  requested({ entry }: VerificationRecord): void {
    this.tell(
      VerificationEvent.REQUESTED,
      () => new VerificationRequestedEvent(requestOfEntry(entry)),
    );
  }

  granted(record: VerificationRecord): void {
    this.tell(
      VerificationEvent.GRANTED,
      () => new VerificationGrantedEvent(requestOfEntry(record.entry), resultOfRecord(record)),
    );
  }

  rejected(record: VerificationRecord): void {
    this.tell(
      VerificationEvent.REJECTED,
      () => new VerificationRejectedEvent(requestOfEntry(record.entry), resultOfRecord(record)),
    );
  }

  expired(record: VerificationRecord, wasGranted: boolean): void {
    this.tell(
      VerificationEvent.EXPIRED,
      () =>
        new VerificationExpiredEvent(
          requestOfEntry(record.entry),
          resultOfRecord(record),
          wasGranted,
        ),
    );
  }

  private tell(name: string, create: () => { readonly requestId: string | null }): void {
    this.listeners.tell(name, create, ({ requestId }) => String(requestId));
  }
}
