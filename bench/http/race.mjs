// One race at a time, for whoever optimises: node bench/http/race.mjs call "bare Nest, Fastify" "Toolgate, Fastify" [--rounds 9] [--requests 5000] [--warm-up 30000] [--tools 1]
import { pinToClientCore } from './lib/pinning.mjs';
import { race } from './lib/race.mjs';
import { raceTable } from './lib/tables.mjs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '5000' },
    'warm-up': { type: 'string', default: '30000' },
    tools: { type: 'string' },
  },
});
const [operation, ...names] = positionals;
pinToClientCore();
const runners = await race(names, {
  operation,
  tools: Number(values.tools ?? (operation === 'list' ? 100 : 1)),
  rounds: Number(values.rounds),
  requests: Number(values.requests),
  warmUp: Number(values['warm-up']),
});
console.log(raceTable(operation, runners));
