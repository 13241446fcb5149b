// The suite imports a function of `fs` that came with Node.js 22, for a command that is not used here. Without it, it does not start.
import * as fs from 'node:fs';
import { register } from 'node:module';

if (!('globSync' in fs)) register('./hooks.mjs', import.meta.url);
