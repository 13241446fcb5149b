import { echo } from '../../protocol/header.messages.js';

export const unknownResource = (uri: string) => `Resource not found: ${echo(uri)}`;
