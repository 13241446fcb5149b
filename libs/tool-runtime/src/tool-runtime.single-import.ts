import type { Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { importedRepeatedly } from './tool-runtime.messages.js';

/**
 * What is wrong when a module that must exist once is imported several times: each import would have a registry of its own, and which of them
 * a host gets injected would depend on where it asks. Empty when it exists once.
 */
export function repeatedImportProblems(modules: ModulesContainer, moduleClass: Type): string[] {
  const times = [...modules.values()].filter(({ metatype }) => metatype === moduleClass).length;
  return times > 1 ? [importedRepeatedly(moduleClass.name, times)] : [];
}
