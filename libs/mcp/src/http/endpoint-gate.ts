import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { McpConfigurationError } from '../mcp-configuration.error.js';
import { hostRefused, originRefused, problemList } from '../mcp.messages.js';
import type { ResolvedMcpModuleExtras, ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS, MCP_OPTIONS } from '../mcp.tokens.js';
import { hostNameOf, originOf } from './allowed-hosts.js';
import { CallerRequirement } from './caller-requirement.js';
import { allowOrigin, answerOptions } from './cors.js';
import { endpointAccess } from './endpoint-access.js';
import type { EndpointAccess } from './endpoint-access.js';
import { servedMethods } from './served-methods.js';
import { OpenExchanges } from './open-exchanges.js';
import { rawResponse, takeResponse } from './platform-message.js';
import type { PlatformResponse } from './platform-message.js';
import { HOST_REFUSED, NOT_SERVABLE, ORIGIN_REFUSED, SHUTTING_DOWN, refuse } from './refusal.js';
import type { Refusal } from './refusal.js';

/** Marks a request that came through the gate of a server. */
const ADMITTED = Symbol('admitted');

interface GatedRequest extends IncomingMessage {
  [ADMITTED]?: EndpointGate;
}

/**
 * Stands before everything else on the endpoint, the host's own guards included: hosts and origins that are not on the list, `OPTIONS`, and an
 * address the server must not be reached at.
 */
@Injectable()
export class EndpointGate implements OnApplicationBootstrap {
  private readonly logger = new Logger('McpModule');
  private access: EndpointAccess | undefined;
  /** The last `Host` that was let through: nearly every request brings the same one. */
  private admittedHost: string | undefined;
  private readonly warned = new Set<'host' | 'origin' | 'access'>();

  constructor(
    @Inject(MCP_OPTIONS) private readonly options: ResolvedMcpOptions,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    private readonly callers: CallerRequirement,
    private readonly host: HttpAdapterHost,
    private readonly exchanges: OpenExchanges,
  ) {}

  onApplicationBootstrap(): void {
    // Before the listener of Nest, which takes the application for started.
    this.server()?.prependOnceListener('listening', () => this.checkAddress());
  }

  /**
   * Lets a request through, once. One that is not let through has been answered.
   * @param response as the platform hands it out
   */
  admit(request: IncomingMessage, response: PlatformResponse): boolean {
    if ((request as GatedRequest)[ADMITTED] === this) return true;
    const refusal = this.refusalOf(request, rawResponse(response));
    if (refusal) {
      refuse(takeResponse(response), refusal);
      return false;
    }
    if (request.method === 'OPTIONS') {
      answerOptions(request, takeResponse(response), servedMethods(this.options));
      return false;
    }
    (request as GatedRequest)[ADMITTED] = this;
    return true;
  }

  private refusalOf(request: IncomingMessage, response: ServerResponse): Refusal | undefined {
    const access = this.currentAccess();
    if (access.problems.length > 0) {
      this.warnOnce('access', () => problemList('Requests are refused:', access.problems));
      return NOT_SERVABLE;
    }
    const { headers } = request;
    // HTTP/2 has a pseudo-header in place of Host.
    const host = headers.host ?? (headers[':authority'] as string | undefined);
    if (!this.isAllowedHost(host, access)) {
      this.warnOnce('host', () => hostRefused(this.extras.server, host ?? ''));
      return HOST_REFUSED;
    }
    if (headers.origin !== undefined) {
      const origin = originOf(headers.origin);
      if (origin === undefined || !access.isAllowedOrigin(origin)) {
        this.warnOnce('origin', () => originRefused(this.extras.server, headers.origin ?? ''));
        return ORIGIN_REFUSED;
      }
      allowOrigin(response, headers.origin);
    }
    return this.exchanges.isClosing ? SHUTTING_DOWN : undefined;
  }

  private isAllowedHost(host: string | undefined, access: EndpointAccess): boolean {
    if (host === undefined) return false;
    if (host === this.admittedHost) return true;
    const name = hostNameOf(host);
    if (name === undefined || !access.isAllowedHost(name)) return false;
    // What is allowed can change until the application listens.
    if (access === this.access) this.admittedHost = host;
    return true;
  }

  private currentAccess(): EndpointAccess {
    if (this.access) return this.access;
    const address = this.server()?.address() ?? null;
    const access = endpointAccess(address, this.options, {
      name: this.extras.server,
      servesAnybody: this.callers.isNothing,
    });
    if (address !== null) this.access = access;
    return access;
  }

  /** Keeps an application from starting on an address where this server must not be reached. */
  private checkAddress(): void {
    const { problems } = this.currentAccess();
    const server = this.server();
    // Whoever listens without hearing errors gets every request refused instead.
    if (problems.length === 0 || !server || server.listenerCount('error') === 0) return;
    server.emit('error', new McpConfigurationError(problems));
    // Not before the other listeners have run: they take a server that says it listens to have an address.
    setImmediate(() => server.close());
  }

  private warnOnce(kind: 'host' | 'origin' | 'access', message: () => string): void {
    if (this.warned.has(kind)) return this.logger.debug(message());
    this.warned.add(kind);
    if (kind === 'access') this.logger.error(message());
    else this.logger.warn(message());
  }

  private server(): Server | undefined {
    return (this.host.httpAdapter as typeof this.host.httpAdapter | undefined)?.getHttpServer() as
      Server | undefined;
  }
}
