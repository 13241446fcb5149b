import { Injectable } from '@nestjs/common';
import { McpConfigurationError } from '../mcp-configuration.error.js';
import { metadataPathTaken } from './auth.messages.js';
import { PROTECTED_RESOURCE_PATH, withoutTrailingSlash } from './protected-resource.js';
import type { ProtectedResource } from './protected-resource.js';

/** Where clients look for an authorization server that they take the host for (RFC 8414, section 3). */
export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';

/** What there is at a well-known path: a document, nothing, or something that is not for the MCP servers to say. */
export type WellKnownAnswer = { readonly json: string } | 'absent' | 'not-ours';

/** What the MCP servers of one application publish under `/.well-known/`. Every server adds itself at boot. */
@Injectable()
export class WellKnownDocuments {
  private readonly resources = new Map<
    string,
    { readonly resource: string; readonly json: string }
  >();
  private readonly openEndpoints = new Set<string>();

  /** @throws McpConfigurationError when another server's public URL has the same path */
  publish({ metadata, metadataPath }: ProtectedResource): void {
    const { resource } = metadata;
    const other = this.resources.get(metadataPath);
    if (other)
      throw new McpConfigurationError([metadataPathTaken(metadataPath, other.resource, resource)]);
    this.resources.set(metadataPath, { resource, json: JSON.stringify(metadata) });
  }

  /** Says that the endpoint at this path asks nobody for a token. */
  declareOpen(endpointPath: string): void {
    this.openEndpoints.add(withoutTrailingSlash(endpointPath));
  }

  /** @param path as the client sent it, without query */
  at(path: string): WellKnownAnswer {
    const asked = withoutTrailingSlash(path);
    const document = this.resources.get(asked) ?? this.documentOfHost(asked);
    if (document) return document;
    return this.isAbout(asked, PROTECTED_RESOURCE_PATH) ||
      this.isAbout(asked, AUTHORIZATION_SERVER_PATH)
      ? 'absent'
      : 'not-ours';
  }

  /** The path of the host as a whole stands for its only server. With several, each has a path of its own and none is the host. */
  private documentOfHost(asked: string): { readonly json: string } | undefined {
    if (asked !== PROTECTED_RESOURCE_PATH || this.resources.size !== 1) return undefined;
    return this.resources.values().next().value;
  }

  /**
   * Clients probe servers that need no token, too, and take a page for people at these paths for a reason to start OAuth. So "nothing here" is said for the
   * path of an open endpoint, and for the host as long as no server of it has authentication: then the host may be somebody's authorization server.
   */
  private isAbout(asked: string, prefix: string): boolean {
    if (!asked.startsWith(prefix)) return false;
    const about = asked.slice(prefix.length);
    if (this.openEndpoints.has(about)) return true;
    return about === '' && this.resources.size === 0 && this.openEndpoints.size > 0;
  }
}
