import type { McpNotification } from '../json-rpc/mcp-request.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';

/** What one era of a server can be asked. */
export interface MethodTable {
  readonly methods: ReadonlyMap<string, McpMethod>;
  readonly notifications: ReadonlyMap<string, (notification: McpNotification) => void>;
}

/**
 * Gathers the methods of all features that an era knows.
 * @throws Error when two features claim the same method
 */
export function methodTable(era: McpEra, features: readonly McpFeature[]): MethodTable {
  const methods = new Map<string, McpMethod>();
  const notifications = new Map<string, (notification: McpNotification) => void>();
  for (const feature of features) {
    for (const [name, method] of feature.methods) {
      if (!method.eras.includes(era)) continue;
      if (methods.has(name)) throw new Error(`Two features answer the method ${name}.`);
      methods.set(name, method);
    }
    for (const [name, listener] of feature.notifications ?? []) {
      if (notifications.has(name)) throw new Error(`Two features listen to ${name}.`);
      notifications.set(name, listener);
    }
  }
  return { methods, notifications };
}

/** What the features announce together, in their order. */
export function announcedCapabilities(
  era: McpEra,
  pushes: boolean,
  features: readonly McpFeature[],
): Readonly<Record<string, unknown>> {
  return Object.assign(
    {},
    ...features.map((feature) => feature.capabilities(era, pushes)),
  ) as Readonly<Record<string, unknown>>;
}
