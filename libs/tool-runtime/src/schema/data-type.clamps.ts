import { clampMisfit, readClamp } from './clamp-bounds.js';
import type { DataClass, DataType } from './data-type.js';
import { renderSchema } from './data-type.schema.js';
import { recursiveClasses } from './recursive-classes.js';
import * as messages from './schema.messages.js';
import type { ClampRule } from './tool-input.js';

/** Rules for every clamp in a type; what cannot be clamped is reported. */
export function clampRules(
  root: DataType,
  label: string,
  report: (problem: string) => void,
): readonly ClampRule[] {
  const walk = new ClampWalk(label, recursiveClasses(root), report);
  walk.visit(root, [], undefined);
  return walk.rules;
}

/** Why nothing below a place can be clamped. */
type Obstacle = (where: string) => string;

class ClampWalk {
  readonly rules: ClampRule[] = [];
  private readonly entered = new Set<DataClass>();

  constructor(
    private readonly label: string,
    private readonly recursive: ReadonlySet<DataClass>,
    private readonly report: (problem: string) => void,
  ) {}

  visit(type: DataType, path: readonly string[], obstacle: Obstacle | undefined): void {
    if (type.clamp !== undefined) this.add(type, path, obstacle);
    switch (type.kind) {
      case 'array':
      case 'set':
        this.visit(type.items, [...path, '*'], obstacle);
        break;
      case 'map':
      case 'record':
        this.visit(type.values, [...path, '*'], messages.clampInMap);
        break;
      case 'object':
        for (const { name, type: member } of type.properties)
          this.visit(member, [...path, name], obstacle);
        break;
      case 'class':
        this.visitClass(type.type, path, obstacle);
        break;
      default:
    }
  }

  private visitClass(
    type: DataClass,
    path: readonly string[],
    obstacle: Obstacle | undefined,
  ): void {
    const recursive = this.recursive.has(type);
    if (recursive && this.entered.has(type)) return;
    this.entered.add(type);
    for (const { name, type: member } of type.properties)
      this.visit(member, [...path, name], recursive ? messages.recursiveClamp : obstacle);
  }

  private add(type: DataType, path: readonly string[], obstacle: Obstacle | undefined): void {
    const where = `${this.label}, argument ${path.join('.')}`;
    const bounds = type.clamp === undefined ? undefined : readClamp(type.clamp);
    if (bounds === undefined) return;
    const reason =
      typeof bounds === 'string'
        ? bounds
        : clampMisfit(
            renderSchema({ ...type, clamp: undefined, nullable: false }, 'published'),
            bounds,
          );
    if (reason !== undefined) this.report(messages.badClamp(where, reason));
    else if (obstacle) this.report(obstacle(where));
    else if (typeof bounds !== 'string') this.rules.push({ path, ...bounds });
  }
}
