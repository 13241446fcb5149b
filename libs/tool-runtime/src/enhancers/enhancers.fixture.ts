import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { ToolHandler } from '../registry/tool-handler.js';
import { ToolHandlerFactory } from './tool-handler.factory.js';
import type { ToolHandlerOutcome } from './tool-handler.factory.js';
import { classOf } from './nest-enhancers.js';

/** Boots a real Nest application around some modules and hands out handlers for methods of its providers. */
export async function boot(
  metadata: ModuleMetadata,
  configure: (app: INestApplication) => void = () => undefined,
) {
  const testing = await Test.createTestingModule({
    ...metadata,
    imports: [DiscoveryModule, ...(metadata.imports ?? [])],
    providers: [ToolHandlerFactory, ...(metadata.providers ?? [])],
  }).compile();
  const app = testing.createNestApplication();
  configure(app);
  await app.init();
  const discovery = app.get(DiscoveryService);
  const wrappers = () => [...discovery.getProviders(), ...discovery.getControllers()];
  const outcome = (
    token: Type | string,
    methodName: string,
    mode: 'skip' | 'inherit' = 'skip',
  ): ToolHandlerOutcome => {
    const wrapper = wrappers().find((candidate) => candidate.token === token)!;
    const classRef = wrapper.isNotMetatype
      ? classOf(wrapper.instance as object)
      : (wrapper.metatype as object);
    const { prototype, name } = classRef as Type;
    return app
      .get(ToolHandlerFactory)
      .open(mode)
      .create({
        wrapper,
        module: wrapper.host!,
        classRef,
        prototype: prototype as object,
        methodName,
        owner: { module: wrapper.host!.name, class: name, method: methodName },
      });
  };
  const handler = (...parameters: Parameters<typeof outcome>): ToolHandler => {
    const { handler: made, problems } = outcome(...parameters);
    if (!made) throw new Error(problems.join('\n'));
    return made;
  };
  return { app, outcome, handler, close: () => app.close() };
}
