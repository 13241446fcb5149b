import { Logger } from '@nestjs/common';
import type { Redactor, ToolDefinition } from '@toolgate/tool-runtime';
import type { McpToolView } from '../../mcp.options.js';
import { isInView } from './definition-view.js';
import { notServed, viewFailed } from './served.messages.js';

/** Something made ready to be served, or in complete sentences why it cannot be. */
export interface Prepared<T> {
  readonly served: T | undefined;
  readonly problems: readonly string[];
}

/** What {@link ServedDefinitions} works with. */
export interface ServedDefinitionsParts<T> {
  /** Everything of the kind, in the order of registration. */
  readonly all: () => readonly ToolDefinition[];
  /** Part of what there is, for a server that does not serve everything. */
  readonly view: McpToolView | undefined;
  /** Where the view stands in the options: `tools`. */
  readonly section: string;
  readonly prepare: (definition: ToolDefinition) => Prepared<T>;
  readonly redactor: Pick<Redactor, 'describeError'>;
}

/** What this server serves of one kind. Each is made ready once, the first time it is needed. */
export class ServedDefinitions<T> {
  private readonly logger = new Logger('McpServer');
  private readonly known = new WeakMap<ToolDefinition, Prepared<T>>();

  constructor(private readonly parts: ServedDefinitionsParts<T>) {}

  /** What the runtime knows, as this server serves it; undefined when it does not. */
  of(definition: ToolDefinition): T | undefined {
    const known = this.known.get(definition);
    if (known) return known.served;
    const prepared = this.prepare(definition);
    // What was registered at run time cannot stop the boot any more, so what is wrong with it is only logged.
    if (prepared.problems.length > 0) this.logger.error(notServed(definition, prepared.problems));
    return prepared.served;
  }

  /** Everything that is served, in the order of registration. */
  all(): readonly T[] {
    return this.parts.all().flatMap((definition) => this.of(definition) ?? []);
  }

  /** Whether anything is served. */
  get isAny(): boolean {
    return this.parts.all().some((definition) => this.of(definition) !== undefined);
  }

  /**
   * Makes everything ready.
   * @returns what is wrong, in complete sentences
   */
  prepareAll(): readonly string[] {
    return this.parts.all().flatMap((definition) => this.prepare(definition).problems);
  }

  private prepare(definition: ToolDefinition): Prepared<T> {
    const prepared = this.look(definition);
    this.known.set(definition, prepared);
    return prepared;
  }

  private look(definition: ToolDefinition): Prepared<T> {
    const { view, section, redactor, prepare } = this.parts;
    try {
      if (!isInView(view, definition)) return { served: undefined, problems: [] };
    } catch (error) {
      const problem = viewFailed(section, definition, redactor.describeError(error));
      return { served: undefined, problems: [problem] };
    }
    return prepare(definition);
  }
}
