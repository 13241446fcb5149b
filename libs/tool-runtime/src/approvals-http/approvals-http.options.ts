import type { CanActivate, ModuleMetadata, Type } from '@nestjs/common';

/** Who decides, as the host's guards have found out. */
export interface Reviewer {
  /** As the runtime knows principals everywhere: whoever asked over MCP and answers here has to be the same text. */
  readonly principal: string;
  readonly scopes: readonly string[];
}

/** Options of {@link ApprovalsModule.forRoot}. */
export interface ApprovalsHttpOptions {
  /** Path of the routes, below the application's global prefix. @default 'approvals' */
  readonly path?: string;
  /** Nest guards of the routes, which authenticate the reviewer. */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
  /** Global guards of the application do it, so there are none here. @default false: without guards the application refuses to start */
  readonly guardedElsewhere?: boolean;
  /**
   * Who the guards found; null is nobody, who is refused with 401. Never read it from the body.
   * @default reads `request.user` with `{ principal | id | sub, scopes }`
   */
  readonly reviewerFrom?: (request: unknown) => Reviewer | null;
  /** Modules whose exports the guards inject. */
  readonly imports?: ModuleMetadata['imports'];
}
