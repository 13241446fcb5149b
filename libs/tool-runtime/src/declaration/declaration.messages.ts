const position = (index: number) => `parameter ${index + 1}`;

export const twoInputStyles = (label: string, styles: readonly string[]) =>
  `${label} says what goes in more than once: ${styles.join(' and ')}. Keep one of them.`;

export const severalInputs = (label: string, indexes: readonly number[]) =>
  `${label} has @ToolInput() on ${indexes.map(position).join(' and ')}. All arguments arrive as one value: keep one @ToolInput().`;

export const duplicateParameter = (label: string, name: string, first: number, second: number) =>
  `${label} declares the argument "${name}" twice, on ${position(first)} and ${position(second)}. Rename one.`;

export const badParameterName = (label: string, index: number, name: unknown, why: string) =>
  `${label}, ${position(index)}: @ToolParam(${JSON.stringify(name) ?? String(name)}) is not usable as an argument name: ${why}.`;

export const undeclaredParameter = (label: string, index: number) =>
  `${label}, ${position(index)} has no decorator, so no call could fill it. Add @ToolParam('name'), @ToolInput() or @ToolCtx(), or give it a default and put it last.`;

export const foreignParameter = (label: string, index: number) =>
  `${label}, ${position(index)} has a decorator of an HTTP route; a tool call has no value for it. Use @ToolParam('name'), @ToolInput() or @ToolCtx().`;

export const twiceDecorated = (label: string, index: number) =>
  `${label}, ${position(index)} has more than one parameter decorator. Keep one.`;

export const misplacedDecorator = (decorator: string, where: string) =>
  `${decorator} was used on ${where}; it belongs on a parameter of a method.`;

export const onlyOnMethods = (decorator: string, where: string) =>
  `${decorator} was used on ${where}; it belongs on a method. Accessors, fields and classes cannot be ${things(decorator)}.`;

export const onlyOnNamedMethods = (decorator: string, where: string) =>
  `${decorator} was used on ${where}; static methods and methods named by a symbol cannot be ${things(decorator)}. Use an ordinary method of a provider.`;

function things(decorator: string): string {
  return decorator === '@Tool' ? 'tools' : 'what it declares';
}
