import { ToolContext } from '@toolgate/tool-runtime';
import { DEFAULT_CHANNEL, asNobody, asPerson } from './tool-callers.js';

/**
 * The middle of a sentence: who calls, and over which channel. Nothing happens before somebody is named, so no test can pass because it has
 * forgotten its caller.
 * @typeParam Next what can be said once the caller is known
 */
export class CallerChoice<Next> {
  constructor(
    private readonly next: (context: ToolContext) => Next,
    private readonly channel: string = DEFAULT_CHANNEL,
  ) {}

  /** Over this channel. @default 'web' */
  on(channel: string): CallerChoice<Next> {
    return new CallerChoice(this.next, channel);
  }

  /** By somebody who is signed in and holds these scopes; none when left out. */
  as(principal: string, scopes: readonly string[] = []): Next {
    return this.next(asPerson(principal, scopes, this.channel));
  }

  /** By somebody who is not signed in. */
  asNobody(): Next {
    return this.next(asNobody(this.channel));
  }

  /** By the host's own code, which holds every scope on the channel `cli`. What {@link on} said does not count. */
  asHost(): Next {
    return this.next(ToolContext.cli());
  }

  /** By a context that the test has made itself. What {@link on} said does not count. */
  withContext(context: ToolContext): Next {
    return this.next(context);
  }
}
