/** Every text is a complete sentence that names the place first. */

export const typeLost = (where: string, found: string) =>
  `${where}: type lost: ${found}. Name it: { type: 'string' } or another JSON type, { type: () => SomeClass }, { enum: [...] }, { properties: {...} }, { additionalProperties: ... } for a string-keyed object, or { type: <a JSON Schema> }.`;

export const itemsLost = (where: string) =>
  `${where}: type lost: TypeScript does not keep the type of elements. Add { items: String } or another class, or @Type(() => X).`;

export const valuesLost = (where: string) =>
  `${where}: type lost: TypeScript does not keep the type of a map's values. Add { additionalProperties: Number } or another class.`;

export const contentsLost = (where: string) =>
  `${where}: an object needs to say what is in it. Add { properties: {...} }, { additionalProperties: ... }, or name a class.`;

export const unrepresentable = (where: string, type: string) =>
  `${where}: ${type} has no JSON form. Take the data that is in it instead, or compute it in the tool.`;

export const emptyClass = (where: string, type: string) =>
  `${where}: the class ${type} declares no properties that are known at run time. Decorate them with @ToolProperty() or with class-validator.`;

export const typeFunctionFailed = (where: string) =>
  `${where}: the function that names the type threw or gave no class. It must return a class that exists when the application starts.`;

export const keywordDoesNotApply = (where: string, keyword: string, kind: string) =>
  `${where}: "${keyword}" means nothing for ${kind}. Remove it, or correct the type.`;

export const badEnum = (where: string, why: string) =>
  `${where}: "enum" ${why}. Give an enum object or a list of different strings and numbers.`;

export const badOption = (where: string, option: string, why: string) =>
  `${where}: "${option}" ${why}.`;

export const badDefault = (where: string, why: string) =>
  `${where}: the default ${why}. Correct the default or the schema.`;

export const secretDefault = (where: string) =>
  `${where}: a sensitive argument cannot have a default, because schemas are published. Remove one of the two.`;

export const polymorphic = (where: string) =>
  `${where}: @Type with a discriminator is not supported in a tool's input. Describe the alternatives in @Tool({ input }) with a Standard Schema or JSON Schema.`;

export const renamed = (where: string, name: string) =>
  `${where}: @Expose({ name: '${name}' }) gives the property another name on the wire. Name the property as callers write it.`;

export const badPropertyName = (where: string, why: string) =>
  `${where}: not usable as a property of a tool's input: ${why}.`;

export const badClamp = (where: string, why: string) => `${where}: the clamp ${why}.`;

export const unknownClamp = (where: string, name: string) =>
  `${where}: "clamps" names "${name}", which is not an argument of the tool. Correct the name or remove it.`;

export const recursiveClamp = (where: string) =>
  `${where}: a clamp inside a type that contains itself would have no end. Use "minimum" and "maximum" there.`;

export const clampInMap = (where: string) =>
  `${where}: values of a map cannot be clamped. Use "minimum" and "maximum" there.`;

export const unsafePattern = (where: string, pattern: string, reason: string) =>
  `${where}: the pattern ${JSON.stringify(pattern)} ${reason}.`;

export const externalReference = (where: string, reference: unknown) =>
  `${where}: "$ref": ${JSON.stringify(reference)} points outside the schema. Only "#" and "#/..." are followed; put the schema under "$defs".`;

export const danglingReference = (where: string, reference: string) =>
  `${where}: "$ref": ${JSON.stringify(reference)} points to nothing in the schema.`;

export const unsupportedKeyword = (where: string, keyword: string) =>
  `${where}: "${keyword}" is not supported in a tool's schema. Use "$defs" and "$ref": "#/$defs/...".`;

export const notAnObject = (where: string) =>
  `${where}: the arguments of a tool are an object; the schema must have "type": "object" at its root.`;

export const tooLarge = (where: string, limit: string) =>
  `${where}: the schema is larger than ${limit} when its references are written out. Give the tool fewer or flatter arguments.`;

export const notCompilable = (where: string, reason: string) => `${where}: ${reason}`;

export const noJsonForm = (where: string, vendor: string, advice: string) =>
  `${where}: the ${vendor} schema has no JSON Schema form. ${advice}`;

export const notASchema = (where: string) =>
  `${where}: neither a Standard Schema, nor a JSON Schema, nor a class. If it is imported, check that the import is not circular.`;

export const nestedRecursion = (where: string) =>
  `${where}: a JSON Schema that contains itself can only be the whole input. Use @Tool({ input }), or a DTO class that contains itself.`;

export const repeatedAnchor = (where: string, anchor: string) =>
  `${where}: two parts of the schema have the "$anchor" ${JSON.stringify(anchor)}. Rename one.`;

export const notKeepable = (where: string) =>
  `${where}: the references cannot be published as they stand, because closing the objects they point to would change what the schema means. Say additionalProperties in those objects, or remove inputReferences.`;
