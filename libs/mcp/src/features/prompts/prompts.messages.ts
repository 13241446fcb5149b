import { echo } from '../../protocol/header.messages.js';

export const unknownPrompt = (name: string) => `Unknown prompt: ${echo(name)}`;
