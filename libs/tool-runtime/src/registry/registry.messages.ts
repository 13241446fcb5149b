import { escapeForLine } from '../common/escape-for-line.js';
import { TOOL_KIND } from '../declaration/governed-method.js';
import type { ToolDefinition, ToolGovernance, ToolOwner } from './tool-definition.js';
import { subjectAtStart, subjectOf } from './unique-name.js';

/** Where a tool comes from, for a message: `OrderTools.refund (OrdersModule)`. */
export function describeOwner({ module, class: className, method }: ToolOwner): string {
  if (!className) return 'a registration at run time';
  const place = method ? `${className}.${method}` : className;
  return module ? `${place} (${module})` : place;
}

export const toolAlreadyRegistered = (tool: ToolGovernance, owner: ToolOwner) =>
  `${already(tool)} It belongs to ${describeOwner(owner)}; choose another name, or pass { replace: true }.`;

function already({ name, kind = TOOL_KIND }: ToolGovernance): string {
  return kind === TOOL_KIND
    ? `Tool already registered: ${name}.`
    : `${subjectAtStart({ name, kind })} is already registered.`;
}

export const addressTaken = (tool: ToolGovernance, address: string, neighbour: ToolDefinition) =>
  `${subjectAtStart(tool)} cannot be at ${escapeForLine(address, 200)}: ${subjectOf(neighbour)} of ${describeOwner(neighbour.owner)} is there already. Choose another address.`;
