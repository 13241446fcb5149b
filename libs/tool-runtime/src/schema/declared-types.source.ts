import type { ToolParameter } from '../declaration/tool-declaration.js';
import { DataClassReader } from './data-class.reader.js';
import type { SchemaServices } from './data-class.reader.js';
import { compileBinding } from './data-type.binder.js';
import { clampRules } from './data-type.clamps.js';
import { PLAIN_TRAITS } from './data-type.js';
import type { DataProperty, DataType } from './data-type.js';
import { renderSchema, SchemaTooLargeError } from './data-type.schema.js';
import type { InputDraft, Report } from './input-draft.js';
import { presenceOf } from './property-default.js';
import * as messages from './schema.messages.js';
import { sensitivePaths, withoutMarks } from './schema-paths.js';

/** Reads what goes in from the parameters of the method: a DTO class, or one argument per `@ToolParam()`; nothing for a method without either. */
export function draftFromTypes(
  parameters: readonly ToolParameter[],
  label: string,
  services: SchemaServices,
  report: Report,
): InputDraft | undefined {
  const reader = new DataClassReader(label, services, report);
  const input = parameters.find((parameter) => parameter.kind === 'input');
  const root = input
    ? dtoType(input.designType, label, reader)
    : parametersType(parameters, label, reader);
  return root && typeDraft(root, label, services, report);
}

function dtoType(
  designType: unknown,
  label: string,
  reader: DataClassReader,
): DataType | undefined {
  const where = `${label}, @ToolInput()`;
  const type = reader.types.readReference(designType, where);
  if (!type || type.kind === 'class') return type;
  reader.report(messages.notAnObject(where));
  return undefined;
}

function parametersType(
  parameters: readonly ToolParameter[],
  label: string,
  reader: DataClassReader,
): DataType {
  const properties: DataProperty[] = [];
  for (const parameter of parameters) {
    if (parameter.kind !== 'param') continue;
    const { name, options, designType } = parameter;
    const where = `${label}, argument ${name}`;
    const type = reader.types.read({ where, options, designType, rules: [] });
    if (type)
      properties.push({
        name,
        type,
        ...presenceOf({ where, name, type, options, optional: false }, undefined, reader.report),
        validatedByOwner: false,
        transform: undefined,
      });
  }
  return { kind: 'object', properties, ...PLAIN_TRAITS };
}

function typeDraft(
  root: DataType,
  label: string,
  services: SchemaServices,
  report: Report,
): InputDraft | undefined {
  try {
    const marked = renderSchema(root, 'published');
    return {
      published: withoutMarks(marked),
      enforced: withoutMarks(renderSchema(root, 'enforced')),
      clamps: clampRules(root, label, report),
      sensitive: sensitivePaths(marked),
      bind: compileBinding(root, services),
    };
  } catch (error) {
    if (!(error instanceof SchemaTooLargeError)) throw error;
    report(messages.tooLarge(label, SchemaTooLargeError.limit));
    return undefined;
  }
}
