import type { ToolOwner } from './tool-definition.js';

/** Where a tool comes from, for a message: `OrderTools.refund (OrdersModule)`. */
export function describeOwner({ module, class: className, method }: ToolOwner): string {
  if (!className) return 'a registration at run time';
  const place = method ? `${className}.${method}` : className;
  return module ? `${place} (${module})` : place;
}

export const toolAlreadyRegistered = (name: string, owner: ToolOwner) =>
  `Tool already registered: ${name}. It belongs to ${describeOwner(owner)}; choose another name, or pass { replace: true }.`;
