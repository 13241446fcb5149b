import { Logger } from '@nestjs/common';
import type { FactoryProvider, HttpServer } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import { platformUnknown } from '../mcp.messages.js';
import type { ResolvedMcpModuleExtras } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS } from '../mcp.tokens.js';
import { EndpointGate } from './endpoint-gate.js';
import { servedPath } from '../mcp.served-path.js';
import { guardEndpointOnExpress, showBodiesOnExpress } from './raw-body.express.js';
import type { ExpressApplication } from './raw-body.express.js';
import { guardEndpointOnFastify } from './raw-body.fastify.js';
import type { FastifyInstance } from './raw-body.fastify.js';

/** Token of what is done while providers are made: the only time when an application has a platform and no body parser yet. */
const ENDPOINT_INSTALLATION = Symbol('ENDPOINT_INSTALLATION');

/** Puts the gate of the endpoint in front of everything else on the HTTP platform, as soon as there is one. */
export const endpointInstallation: FactoryProvider<null> = {
  provide: ENDPOINT_INSTALLATION,
  inject: [HttpAdapterHost, ApplicationConfig, EndpointGate, MCP_MODULE_EXTRAS],
  useFactory: (
    host: HttpAdapterHost,
    config: ApplicationConfig,
    gate: EndpointGate,
    { path }: ResolvedMcpModuleExtras,
  ) => {
    // With NestFactory the platform is there already; a testing module gets its own later; an application context never has one.
    host.init$.subscribe(() => {
      const adapter = host.httpAdapter as HttpServer | null | undefined;
      if (adapter) install(adapter, gate, () => servedPath(config, path));
    });
    return null;
  },
};

/** The second half: what comes after the body parsers. For `configure()` of the module, which runs between them and the routes. */
export function showBodies(adapter: HttpServer): void {
  if (adapter.getType() === 'express')
    showBodiesOnExpress(adapter.getInstance() as ExpressApplication);
}

function install(adapter: HttpServer, gate: EndpointGate, path: () => string): void {
  const type = adapter.getType();
  if (type === 'express') {
    guardEndpointOnExpress(adapter.getInstance() as ExpressApplication, gate, onceKnown(path));
  } else if (type === 'fastify') {
    guardEndpointOnFastify(
      adapter.getInstance() as FastifyInstance,
      gate,
      (candidate) => candidate === path(),
      adapter.getRouteMatchingOptions?.().ignoreTrailingSlash ?? false,
    );
  } else new Logger('McpModule').warn(platformUnknown(type));
}

/** Express asks with every request. By the first one the prefix is set, and stays. */
function onceKnown(path: () => string): (candidate: string) => boolean {
  let endpoint: string | undefined;
  return (candidate) => {
    endpoint ??= path().toLowerCase();
    return candidate === endpoint;
  };
}
