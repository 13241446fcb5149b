import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';

/**
 * Where the application serves a route, given its global prefix and what it excludes from it. Known once the application begins to register routes.
 * @param path with one slash at the front and none at the end
 * @returns likewise
 */
export function servedPath(config: ApplicationConfig, path: string): string {
  const prefix = config.getGlobalPrefix().replace(/^\/+|\/+$/g, '');
  if (prefix === '' || isExcluded(config, path)) return path;
  return `/${prefix}${path}`;
}

function isExcluded(config: ApplicationConfig, path: string): boolean {
  const { exclude = [] } = config.getGlobalPrefixOptions();
  return exclude.some(
    ({ pathRegex, requestMethod }) => requestMethod === RequestMethod.ALL && pathRegex.test(path),
  );
}
