import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createParamDecorator } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import { ModuleRef } from '@nestjs/core';
import { CONTEXT_TYPE, INPUT_TYPE, ROUTE_ARGUMENTS_KEY } from '../declaration/route-arguments.js';
import { ENHANCER_METADATA_KEYS } from './enhancer-metadata.js';
import { boot } from './enhancers.fixture.js';
import { isPreviewApplication } from './nest-enhancers.js';

describe('what the runtime takes for granted about Nest', () => {
  it('enhancers and parameter decorators are stored under the keys it reads', () => {
    expect(ENHANCER_METADATA_KEYS).toEqual({
      guards: GUARDS_METADATA,
      interceptors: INTERCEPTORS_METADATA,
      pipes: PIPES_METADATA,
      filters: EXCEPTION_FILTERS_METADATA,
    });
    expect(ROUTE_ARGUMENTS_KEY).toBe(ROUTE_ARGS_METADATA);
  });

  it('the input counts as a body and the context as nothing that a router knows', () => {
    expect(INPUT_TYPE).toBe(RouteParamtypes.BODY);
    expect(RouteParamtypes[CONTEXT_TYPE]).toBeUndefined();
  });

  it('decorators made with createParamDecorator carry a factory', () => {
    const Custom = createParamDecorator(() => 1);
    class Host {
      run(@Custom() value: number) {
        return value;
      }
    }
    const stored = Reflect.getMetadata(ROUTE_ARGUMENTS_KEY, Host, 'run') as object;
    expect(Object.values(stored)).toEqual([
      expect.objectContaining({ index: 0, factory: expect.any(Function) }),
    ]);
  });

  it('the container can be reached through a ModuleRef', async () => {
    const { app, close } = await boot({});
    expect(isPreviewApplication(app.get(ModuleRef))).toBe(false);
    await close();
  });

  it('one file alone reaches below its public surface', () => {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const reaching = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .filter((file) =>
        /from '@nestjs\/(core|common)\//.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(reaching).toEqual([join('enhancers', 'nest-enhancers.ts')]);
  });
});
