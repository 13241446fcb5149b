import { shown } from '../mcp.messages.js';

export const badUri = (uri: unknown) =>
  `uri must be an absolute URI such as 'config://app' without spaces and braces, got ${shown(uri)}.`;

export const badTemplate = (template: unknown, why: string) =>
  `uriTemplate ${shown(template)} cannot be used, because ${why}.`;

export const variableNotDeclared = (variable: string) =>
  `the variable "${variable}" of uriTemplate is no argument of the method. Declare it with @ResourceParam('${variable}') or in the input option.`;

export const notAVariable = (name: string) =>
  `the argument "${name}" does not stand in uriTemplate, so nothing could fill it. Put {${name}} into the template, or remove the argument.`;

export const mayBeMissing = (variable: string) =>
  `the variable "${variable}" may be missing from a URI, but the argument is required. Give it a default or say required: false.`;

export const resourceTakesNothing = (names: readonly string[]) =>
  `a resource has one URI and takes no arguments, but the method declares ${names.join(', ')}. Use @ResourceTemplate with variables in its uriTemplate.`;

export const argumentNotText = (name: string, types: string) =>
  `the argument "${name}" is ${types}, but clients send arguments of prompts as text. Make it a text, a number, a boolean or an enum, and parse what is richer.`;

export const argumentNotRepaired = (name: string, types: string) =>
  `the argument "${name}" is ${types}, but clients send text, and arguments.repair is off, so every value would be refused. Make it a text, or turn arguments.repair on.`;

export const badMember = (path: string, expected: string, got: unknown) =>
  `${path} must be ${expected}, got ${shown(got)}.`;

export const publicSecret = () =>
  "cache.scope is 'public', which lets a cache serve the contents to callers without the scopes that reading takes. Remove the scopes, or make it 'private'.";

export const completionOfNothing = (kind: string, name: unknown) =>
  `it completes an argument of the ${kind} ${shown(name)}, which does not exist. Correct the name.`;

export const completionOfNoArgument = (kind: string, name: string, argument: unknown) =>
  `it completes ${shown(argument)}, which is no argument of the ${kind} "${name}". Correct the name.`;

export const completionNeedsOneTarget = () =>
  'it must say either prompt or resourceTemplate, and argument.';
