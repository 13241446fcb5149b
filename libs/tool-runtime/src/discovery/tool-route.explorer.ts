import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { TOOL_ROUTE_METADATA } from '../policy/tool-route.metadata.js';
import { ToolCatalog } from '../registry/tool-catalog.js';
import { routeOfUnknownTool } from '../policy/policy.messages.js';
import { ToolBootError } from './tool-boot.error.js';

/** Checks at boot that every `@UseToolPolicy` names a tool there is. */
@Injectable()
export class ToolRouteExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(ToolCatalog) private readonly catalog: ToolCatalog,
  ) {}

  /** @throws ToolBootError listing every route under the policy of a tool that does not exist */
  check(): void {
    const problems = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? this.problemsOf(metatype) : []));
    if (problems.length > 0) throw new ToolBootError([...new Set(problems)]);
  }

  private problemsOf(controller: { readonly name: string; readonly prototype?: object }): string[] {
    const { prototype, name } = controller;
    if (!prototype) return [];
    const methods = this.scanner.getAllMethodNames(prototype).map((method) => ({
      place: `${name}.${method}`,
      target: (prototype as Record<string, object>)[method]!,
    }));
    return [{ place: name, target: controller }, ...methods].flatMap(({ place, target }) => {
      const tool: unknown = Reflect.getMetadata(TOOL_ROUTE_METADATA, target);
      return typeof tool === 'string' && !this.catalog.get(tool)
        ? [routeOfUnknownTool(place, tool)]
        : [];
    });
  }
}
