import { echo } from '../../protocol/header.messages.js';
import { unknownPrompt } from '../prompts/prompts.messages.js';
import type { CompletionReference } from './completion-params.js';

/** Also what somebody is told who may not use it: suggestions are not the place to find out what there is. */
export const unknownReference = (reference: CompletionReference) =>
  reference.kind === 'prompt'
    ? unknownPrompt(reference.name)
    : `Unknown resource template: ${echo(reference.uri)}`;

export const unknownArgument = (argument: string) => `Unknown argument: ${echo(argument)}`;
