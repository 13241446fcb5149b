import { escapeForLine } from '../common/escape-for-line.js';
import type { InvocationStepPresence } from '../pipeline/invocation-step.js';
import type { InvocationPlan, PlannedStep } from './invocation-plan.js';
import { endOfPlan } from './plan-end.js';

/** What a piece of the drawing is, for a painter to choose its colour by. */
export type PlanTextRole = InvocationStepPresence | 'title' | 'label' | 'passes' | 'refused';

/** Colours a piece of the drawing. Must not change its visible width. */
export type PlanPainter = (text: string, role: PlanTextRole) => string;

/** Longest text taken from names, channels and sources, characters. */
const LONGEST_TEXT = 1000;
const LABEL_WIDTH = 12;
const HEADINGS = ['step', 'role', 'presence', 'blocks'] as const;

/**
 * Draws a plan for a terminal: what the call is, how it would end, and one line for each step. The step at which the call would end has
 * an arrow; `blocks` says which steps can end it.
 *
 * @param paint colours the pieces, for example by ANSI codes; without it the text is plain
 * @returns lines joined by `\n`, without one at the end; control characters in names are escaped
 */
export function planAsText(plan: InvocationPlan, paint: PlanPainter = (text) => text): string {
  return [
    paint(`${shown(plan.operation)} on ${shown(plan.channel)}`, 'title'),
    ...summary(plan, paint),
    '',
    ...table(plan, paint),
    ...assumptions(plan, paint),
  ].join('\n');
}

function summary(plan: InvocationPlan, paint: PlanPainter): string[] {
  const { context, wiring, verdict } = plan;
  const line = (label: string, text: string) =>
    `${paint(label.padEnd(LABEL_WIDTH), 'label')}${text}`;
  const reason = verdict.reasonCode ? ` (${verdict.reasonCode})` : '';
  const scopes = context.scopes.map(shown).join(', ') || 'none';
  return [
    line(
      'caller',
      `${context.actor === null ? 'nobody' : shown(context.actor)}, mode ${context.mode}`,
    ),
    line('scopes', scopes),
    line(
      'wiring',
      `rate limiter ${wiring.rateLimiter}, dispatcher ${wiring.dispatcher}, rule provider ${wiring.ruleProvider}`,
    ),
    line(
      'verdict',
      `${paint(`${verdict.outcome}${reason}`, verdict.outcome === 'denied' ? 'refused' : 'passes')}: ${shown(verdict.message)}`,
    ),
    line('depends on', verdict.depends_on.join(', ') || 'nothing'),
  ];
}

function table(plan: InvocationPlan, paint: PlanPainter): string[] {
  const rows = plan.steps.map(cells);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]!.length)),
  );
  const aligned = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  const end = endOfPlan(plan);
  return [
    `  ${paint(`${aligned(HEADINGS)}  source`, 'label')}`,
    ...plan.steps.map(
      ({ presence, source }, index) =>
        `${index === end ? '→' : ' '} ${paint(aligned(rows[index]!), presence)}  ${shown(source)}`,
    ),
  ];
}

function cells({ kind, role, presence, blocking }: PlannedStep): readonly string[] {
  return [shown(kind), role, presence, blocking ? 'yes' : 'no'];
}

function assumptions({ assumptions: assumed }: InvocationPlan, paint: PlanPainter): string[] {
  if (assumed.length === 0) return [];
  return ['', paint('assumed', 'label'), ...assumed.map((sentence) => `  - ${shown(sentence)}`)];
}

function shown(text: string): string {
  return escapeForLine(text, LONGEST_TEXT);
}
