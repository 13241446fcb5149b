import type { ClampOption } from '../declaration/tool-options.js';
import { clampMisfit, publishClamp, readClamp, releaseClamp } from './clamp-bounds.js';
import type { MutableSchema } from './data-type.schema.js';
import type { InputDraft, Report } from './input-draft.js';
import * as messages from './schema.messages.js';
import type { ClampRule } from './tool-input.js';

/** Puts the clamps of `@Tool({ clamps })` on a draft, in place, and returns their rules. */
export function applyToolClamps(
  { published, enforced, clamps }: InputDraft,
  options: Readonly<Record<string, ClampOption>>,
  label: string,
  report: Report,
): readonly ClampRule[] {
  const rules: ClampRule[] = [];
  for (const [name, option] of Object.entries(options)) {
    const where = `${label}, clamps.${name}`;
    const node = propertyOf(published, name);
    const target = propertyOf(enforced, name);
    const bounds = readClamp(option);
    const reason = typeof bounds === 'string' ? bounds : node && clampMisfit(node, bounds);
    if (!node || !target) report(messages.unknownClamp(label, name));
    else if (reason !== undefined) report(messages.badClamp(where, reason));
    else if (clamps.some(({ path }) => path.length === 1 && path[0] === name))
      report(messages.badClamp(where, 'is declared on the argument as well; keep one'));
    else if (typeof bounds !== 'string') {
      publishClamp(node, bounds);
      releaseClamp(target, bounds);
      rules.push({ path: [name], ...bounds });
    }
  }
  return rules;
}

function propertyOf(schema: MutableSchema, name: string): MutableSchema | undefined {
  const properties = schema['properties'] as Record<string, MutableSchema> | undefined;
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
