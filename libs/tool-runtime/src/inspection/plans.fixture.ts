import * as fc from 'fast-check';
import type { InvocationStepKind, InvocationStepPresence } from '../pipeline/invocation-step.js';
import type { InvocationPlan, PlannedStep } from './invocation-plan.js';

const step = (
  kind: InvocationStepKind,
  role: PlannedStep['role'],
  source: string,
  presence: InvocationStepPresence = 'active',
  blocking = true,
  wraps: PlannedStep['wraps'] = null,
): PlannedStep => ({
  kind,
  role,
  presence,
  blocking,
  mutates: false,
  wraps,
  source,
  facts: {},
});

const denied: InvocationPlan = {
  schemaVersion: '1.0',
  operation: 'refund_order',
  channel: 'web',
  context: { actor: 'user:ann', scopes: ['orders:read'], mode: 'execute' },
  assumptions: ['The application has 0 listeners.'],
  wiring: { rateLimiter: 'present', dispatcher: 'absent', ruleProvider: 'absent' },
  verdict: {
    outcome: 'denied',
    reasonCode: 'missing_scope',
    message: 'Missing required scope.',
    depends_on: ['validate'],
  },
  steps: [
    step('resolve', 'guard', 'The registry looks it up.'),
    step('validate', 'guard', 'The schema refuses.'),
    step('authorize', 'guard', 'The policy decides.'),
    step('confirm', 'branch', 'The tool asks.', 'conditional'),
    step('emit_executing', 'hook', 'No emitter.', 'skipped', false),
    step('execute', 'execution', 'Refunds.refund runs.'),
    step('contain_exception', 'boundary', 'Whatever is thrown.', 'active', false, 'execute'),
    step('audit', 'outcome', 'One record.', 'active', false),
  ],
};

/** Plans to draw. Written by hand, so that a drawing is compared with something that does not move. */
export const plans = {
  denied,
  executed: {
    ...denied,
    verdict: {
      outcome: 'executed',
      message: 'It would run.',
      depends_on: ['validate', 'execute'],
    },
  },
} satisfies Record<string, InvocationPlan>;

const PIECES = [
  '"',
  '`',
  '#',
  ';',
  '#quot;',
  '&lt;',
  '<script>alert(1)</script>',
  '%%{init: {}}%%',
  '%%',
  '-->',
  '==>',
  '|',
  ']',
  ')}',
  'end',
  'subgraph',
  'style a fill:#f00;',
  'classDef x fill:#f00;',
  'click a call b()',
  ':::',
  '\\',
  '\n',
  '\r',
  '\u001b[31m',
  '\u202e',
  '\u2028',
  '🙂',
  'ﬂ°°65¶ß',
  'A',
  ' ',
];

/** Names made of what means something to a terminal or to Mermaid. Short enough to be shown whole. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => pieces.join(''));
