import { isRecord, type JsonSchema } from '../common/json.js';
import { formatPath, type PathSegment } from '../common/value-path.js';
import {
  DEFAULT_ARGUMENT_LIMITS,
  MAX_REPORTED_PATHS,
  type ArgumentLimits,
} from './argument-limits.js';
import { snapshotJson } from './argument-snapshot.js';
import { JsonType, jsonTypeOf } from './json-type.js';
import {
  admittedTypes,
  applicableShapes,
  elementShapes,
  propertyShapes,
  shapeOf,
  type Shape,
} from './schema-shape.js';

/** Changes arguments in place and returns the paths it changed, at most 50. */
export type ArgumentRepair = (args: Record<string, unknown>) => readonly string[];

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)\.\d+$/;
/** Decimal digits that a JSON number carries without change (IEEE 754 binary64). */
const EXACT_DIGITS = 15;

/**
 * Prepares the repair of what clients are known to get wrong. It changes a value only where the schema refuses the value's type
 * whatever its content, so valid arguments stay as they are and a declared string is never touched:
 *
 * - JSON text where an object or array fits is parsed, under the same limits as the arguments themselves;
 * - `"25"`, `"-1.5"` become numbers where a number fits; only the canonical form, only when nothing is lost;
 * - `"true"` and `"false"` become booleans where a boolean fits;
 * - `null` for an optional property that cannot be `null` is taken out.
 *
 * Inside a union it follows the one branch that the value was certainly meant for, and otherwise leaves the value alone.
 *
 * @param schema what is enforced; JSON Schema 2020-12
 */
export function compileRepair(
  schema: JsonSchema,
  limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS,
): ArgumentRepair {
  const root = [shapeOf(schema)];
  return (args) => new Repairer(limits).run(root, args);
}

/** One walk over one call's arguments, beside the shapes that apply to them. */
class Repairer {
  private readonly repaired: string[] = [];
  private readonly path: PathSegment[] = [];
  private nodesLeft: number;

  constructor(private readonly limits: ArgumentLimits) {
    this.nodesLeft = limits.maxNodes;
  }

  run(shapes: readonly Shape[], args: Record<string, unknown>): readonly string[] {
    this.members(shapes, args);
    return this.repaired;
  }

  /** Repairs what is inside an object or array; anything else has no inside. */
  private members(shapes: readonly Shape[], value: unknown): void {
    if (shapes.length === 0) return;
    if (Array.isArray(value)) this.elements(applicableShapes(shapes, value), value);
    else if (isRecord(value)) this.properties(applicableShapes(shapes, value), value);
  }

  private properties(shapes: readonly Shape[], object: Record<string, unknown>): void {
    for (const key of Object.keys(object)) {
      const inner = propertyShapes(shapes, key);
      if (inner.length === 0) continue;
      this.path.push(key);
      const types = admittedTypes(inner);
      if (object[key] === null && (types & JsonType.NULL) === 0) {
        if (isOptional(shapes, key)) {
          delete object[key];
          this.report();
        }
      } else {
        const value = this.value(inner, types, object[key]);
        if (value !== object[key]) object[key] = value;
      }
      this.path.pop();
    }
  }

  private elements(shapes: readonly Shape[], array: unknown[]): void {
    for (let index = 0; index < array.length; index++) {
      const inner = elementShapes(shapes, index);
      if (inner.length === 0) continue;
      this.path.push(index);
      array[index] = this.value(inner, admittedTypes(inner), array[index]);
      this.path.pop();
    }
  }

  private value(shapes: readonly Shape[], types: number, value: unknown): unknown {
    if (typeof value !== 'string') {
      this.members(shapes, value);
      return value;
    }
    if ((types & JsonType.STRING) !== 0) return value;
    const meant = this.meant(types, value);
    if (meant === undefined) return value;
    this.report();
    this.members(shapes, meant);
    return meant;
  }

  /** The value that a string stands for, undefined when it stands for none that fits. */
  private meant(types: number, text: string): unknown {
    if ((types & JsonType.BOOLEAN) !== 0) {
      if (text === 'true') return true;
      if (text === 'false') return false;
    }
    if ((types & JsonType.INTEGER) !== 0 && INTEGER.test(text)) {
      const number = Number(text);
      if (Number.isSafeInteger(number)) return number;
    }
    if ((types & JsonType.FRACTION) !== 0 && DECIMAL.test(text)) return exactDecimal(text);
    return (types & JsonType.CONTAINER) === 0 ? undefined : this.parsed(types, text);
  }

  private parsed(types: number, text: string): unknown {
    const first = text.trimStart()[0];
    if (first !== '{' && first !== '[') return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return undefined;
    }
    if ((jsonTypeOf(value) & types) === 0) return undefined;
    const copied = snapshotJson(value, {
      maxDepth: this.limits.maxDepth - this.path.length,
      maxNodes: this.nodesLeft,
    });
    if (!copied.ok) return undefined;
    this.nodesLeft -= copied.nodes;
    return copied.value;
  }

  private report(): void {
    if (this.repaired.length < MAX_REPORTED_PATHS) this.repaired.push(formatPath(this.path));
  }
}

function exactDecimal(text: string): number | undefined {
  const digits = text.replace(/^-?0*\.?0*|\./g, '');
  if (digits.length > EXACT_DIGITS) return undefined;
  const number = Number(text);
  // `-0.0` names no number of its own in JSON.
  return number === 0 ? 0 : number;
}

function isOptional(shapes: readonly Shape[], key: string): boolean {
  let declared = false;
  for (const shape of shapes) {
    if (shape.required.has(key)) return false;
    declared ||= shape.properties.has(key);
  }
  return declared;
}
