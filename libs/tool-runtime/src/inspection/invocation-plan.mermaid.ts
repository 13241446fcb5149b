import { escapeForLine } from '../common/escape-for-line.js';
import type { InvocationStepRole } from '../pipeline/invocation-step.js';
import type { InvocationPlan, PlannedStep } from './invocation-plan.js';
import { endOfPlan } from './plan-end.js';

/** Longest name or sentence in a label, characters. */
const LONGEST_TEXT = 160;
/**
 * Everything but these is written as a Mermaid entity. Much of it would be harmless between quotes, but not everywhere: a colon after the
 * word `style`, for example, is taken for the start of a style statement.
 */
const NEEDS_ENTITY = /[^\p{L}\p{N} _.,()=/-]/gu;

const SHAPES: Readonly<Record<InvocationStepRole, readonly [open: string, close: string]>> = {
  guard: ['[', ']'],
  transform: ['[/', '/]'],
  branch: ['{', '}'],
  hook: ['{{', '}}'],
  execution: ['[[', ']]'],
  boundary: ['[', ']'],
  outcome: ['([', '])'],
};

const CLASSES: readonly string[] = [
  'classDef active stroke-width:2px',
  'classDef conditional stroke-width:2px,stroke-dasharray:8 3',
  'classDef dormant opacity:0.7,stroke-dasharray:2 4',
  'classDef skipped opacity:0.4,stroke-dasharray:2 4',
];

/**
 * Draws a plan as a Mermaid flowchart: the path of the call from top to bottom, the thick arrow where it would end, and a thin one from every
 * step that may end it before. Arrows that it would not take are dotted.
 *
 * @returns the source of the chart, ending in a newline; no name in it can become syntax, whatever it contains
 */
export function planAsMermaid(plan: InvocationPlan): string {
  const { steps, context, operation, channel, verdict } = plan;
  const nodes = steps.map((step, index) => ({ step, id: `step${index}`, index }));
  const boundaries = nodes.filter(({ step }) => step.role === 'boundary');
  const outcomes = nodes.filter(({ step }) => step.role === 'outcome');
  const path = nodes.filter((node) => !boundaries.includes(node) && !outcomes.includes(node));
  const end = endOfPlan(plan);
  const reason = verdict.reasonCode === undefined ? '' : ` (${verdict.reasonCode})`;

  const drawn = path.map(({ step, id }) => {
    const enclosing = boundaries.filter((boundary) => boundary.step.wraps === step.kind);
    return enclosing.reduce(enclose, [nodeOf(step, id)]);
  });
  const onwards = path.slice(1).map(({ id, index }, position) => {
    const before = path[position]!;
    return `${before.id} ${index <= end ? '-->' : '-.->'} ${id}`;
  });
  const exits = path.flatMap(({ step, id, index }) => {
    if (index === end) return [`${id} ==>|${quoted(`${verdict.outcome}${reason}`)}| finish`];
    return verdict.depends_on.includes(step.kind)
      ? [`${id} -->|${quoted('may end it')}| finish`]
      : [];
  });
  const lines = [
    `begin([${quoted(`${context.actor ?? 'nobody'} calls ${operation} on ${channel}`)}])`,
    ...drawn.flat(),
    `finish([${quoted('the call ends')}])`,
    ...outcomes.map(({ step, id }) => nodeOf(step, id)),
    ...path.slice(0, 1).map(({ id }) => `begin --> ${id}`),
    ...onwards,
    ...exits,
    ...outcomes.map(({ id }) => `finish --> ${id}`),
    ...CLASSES,
  ];
  return ['flowchart TD', ...lines.map((line) => `  ${line}`), ''].join('\n');
}

function nodeOf({ kind, role, presence }: PlannedStep, id: string): string {
  const [open, close] = SHAPES[role];
  return `${id}${open}${quoted(kind, `${role}, ${presence}`)}${close}:::${presence}`;
}

function enclose(
  lines: string[],
  { step, id }: { readonly step: PlannedStep; readonly id: string },
): string[] {
  return [`subgraph ${id}[${quoted(step.kind)}]`, ...lines.map((line) => `  ${line}`), 'end'];
}

/** A label of one line or several. */
function quoted(...lines: readonly string[]): string {
  return `"${lines.map(textOf).join('<br/>')}"`;
}

function textOf(text: string): string {
  return escapeForLine(text, LONGEST_TEXT).replace(
    NEEDS_ENTITY,
    (character) => `#${character.codePointAt(0)};`,
  );
}
