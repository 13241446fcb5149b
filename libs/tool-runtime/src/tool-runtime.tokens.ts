import { Inject } from '@nestjs/common';

/** Injection token of the runtime's options, every default filled in. */
export const TOOL_RUNTIME_OPTIONS = Symbol('TOOL_RUNTIME_OPTIONS');

/** Injects the runtime's options, every default filled in. */
export const InjectToolRuntimeOptions = (): ParameterDecorator & PropertyDecorator =>
  Inject(TOOL_RUNTIME_OPTIONS);
