import { All, Controller, Req, Res, SetMetadata, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import type { Awaitable } from '@toolgate/tool-runtime';
import { McpCallerGuard } from './mcp-caller.guard.js';
import { McpHttpEndpoint } from './mcp-http.endpoint.js';
import type { PlatformRequest, PlatformResponse } from './platform-message.js';

/** What `@nestjs/swagger` looks for to leave a controller out: the endpoint speaks JSON-RPC, of which OpenAPI has nothing to say. */
const EXCLUDED_FROM_SWAGGER = 'swagger/apiExcludeController';

/**
 * The controller of one server: an ordinary Nest route for every method, so that the host's global guards, interceptors and filters see it. A class of its own for each
 * server, since path and guards are metadata of the class.
 *
 * @param path below the application's global prefix
 */
export function createMcpController(
  path: string,
  guards: readonly (Type<CanActivate> | CanActivate)[],
): Type<unknown> {
  @Controller({ path, version: VERSION_NEUTRAL })
  @SetMetadata(EXCLUDED_FROM_SWAGGER, [true])
  @UseGuards(...guards, McpCallerGuard)
  class McpController {
    constructor(private readonly endpoint: McpHttpEndpoint) {}

    @All()
    handle(@Req() request: PlatformRequest, @Res() response: PlatformResponse): Awaitable<void> {
      return this.endpoint.handle(request, response);
    }
  }
  return McpController;
}
