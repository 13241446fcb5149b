import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ToolRuntimeConfigurationError } from '../tool-runtime-configuration.error.js';
import { guardsNeeded } from './approvals-http.messages.js';
import type { ApprovalsHttpOptions } from './approvals-http.options.js';
import { approvalsController } from './approvals.controller.js';

/**
 * HTTP routes over `Approvals`, for the host's own UI: what waits for a reviewer, and their yes or no. Needs `ToolRuntimeModule`. Who decides is what
 * the guards have found out, never what the body says.
 *
 * @example
 * ```ts
 * ApprovalsModule.forRoot({ path: 'admin/approvals', guards: [AuthGuard('jwt')] })
 * ```
 */
@Module({})
export class ApprovalsModule {
  /** @throws ToolRuntimeConfigurationError when nothing would guard the routes */
  static forRoot(options: ApprovalsHttpOptions): DynamicModule {
    const path = (options.path ?? 'approvals').replace(/^\/+|\/+$/g, '');
    if (!options.guards?.length && options.guardedElsewhere !== true)
      throw new ToolRuntimeConfigurationError([guardsNeeded(path)]);
    return {
      module: ApprovalsModule,
      imports: [...(options.imports ?? [])],
      controllers: [approvalsController(path, options)],
    };
  }
}
