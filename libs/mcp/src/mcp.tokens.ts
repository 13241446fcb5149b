import { Inject } from '@nestjs/common';

/** Injection token of a server's options, every default filled in ({@link ResolvedMcpOptions}). Each server of an application has its own. */
export const MCP_OPTIONS = Symbol('MCP_OPTIONS');

/** Injects the options of the server, every default filled in. */
export const InjectMcpOptions = (): ParameterDecorator & PropertyDecorator => Inject(MCP_OPTIONS);

/** Injection token of what stands beside the options, every default filled in ({@link ResolvedMcpModuleExtras}). */
export const MCP_MODULE_EXTRAS = Symbol('MCP_MODULE_EXTRAS');
