import { Injectable } from '@nestjs/common';
import { OnToolExecuting } from '@toolgate/tool-runtime';
import type { ToolExecutingEvent } from '@toolgate/tool-runtime';

/** While a freeze is on, nothing is changed, whoever asks. */
@Injectable()
export class ChangeFreezeListener {
  private reason: string | undefined;

  begin(reason: string): void {
    this.reason = reason;
  }

  end(): void {
    this.reason = undefined;
  }

  @OnToolExecuting()
  veto(event: ToolExecutingEvent): void {
    if (this.reason && event.tool.mutating) event.slot.stop(this.reason);
  }
}
