import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { jest } from '@jest/globals';
import * as fc from 'fast-check';
import { ROOT } from '../../../../test/support/repository.js';
import { escapeForLine } from '../common/escape-for-line.js';
import type { InvocationPlan } from './invocation-plan.js';
import { planAsMermaid } from './invocation-plan.mermaid.js';
import { hostileText, plans } from './plans.fixture.js';

/** What Mermaid's own parser makes of a chart. */
interface Chart {
  readonly error?: string;
  readonly nodes: readonly string[];
  readonly edges: readonly {
    readonly start: string;
    readonly end: string;
    readonly label: string;
    readonly stroke: 'normal' | 'thick' | 'dotted';
  }[];
  readonly groups: readonly { readonly title: string; readonly nodes: readonly string[] }[];
}

// Loads the whole of Mermaid, in a process of its own.
jest.setTimeout(60_000);

async function parse(charts: readonly string[]): Promise<Chart[]> {
  const script = path.join(ROOT, 'test', 'support', 'mermaid-parser.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(charts));
  return JSON.parse(await text(child.stdout)) as Chart[];
}

const named = (name: string): InvocationPlan => ({
  ...plans.denied,
  operation: name,
  channel: name,
  context: { ...plans.denied.context, actor: name, scopes: [name] },
  verdict: { ...plans.denied.verdict, reasonCode: name as never },
});

describe('a plan drawn as a Mermaid flowchart', () => {
  const names = fc.sample(hostileText, 150);
  let denied: Chart;
  let executed: Chart;
  let hostile: Chart[];
  let broken: Chart;
  beforeAll(async () => {
    const charts = [plans.denied, plans.executed, ...names.map(named)].map(planAsMermaid);
    [denied, executed, ...hostile] = (await parse([...charts, 'flowchart TD\n  a["x'])) as [
      Chart,
      Chart,
      ...Chart[],
    ];
    broken = hostile.pop()!;
  });

  it('has a node for each step, and the boundary around what it wraps', () => {
    expect(denied.error).toBeUndefined();
    expect(denied.nodes).toEqual([
      'user:ann calls refund_order on web',
      'resolve<br/>guard, active',
      'validate<br/>guard, active',
      'authorize<br/>guard, active',
      'confirm<br/>branch, conditional',
      'emit_executing<br/>hook, skipped',
      'execute<br/>execution, active',
      'the call ends',
      'audit<br/>outcome, active',
    ]);
    expect(denied.groups).toEqual([{ title: 'contain_exception', nodes: ['step5'] }]);
  });

  it('leads with a thick arrow to the foretold end, and with dotted ones to what is not reached', () => {
    const arrows = (chart: Chart) =>
      chart.edges.map(({ start, end, label, stroke }) => [start, end, stroke, label].join(' '));
    expect(arrows(denied)).toEqual([
      'begin step0 normal ',
      'step0 step1 normal ',
      'step1 step2 normal ',
      'step2 step3 dotted ',
      'step3 step4 dotted ',
      'step4 step5 dotted ',
      'step1 finish normal may end it',
      'step2 finish thick denied (missing_scope)',
      'finish step7 normal ',
    ]);
    expect(arrows(executed)).toEqual(
      expect.arrayContaining(['step4 step5 normal ', 'step5 finish thick executed']),
    );
  });

  it('shows every name as it is, and lets none become syntax', () => {
    expect(broken.error).toMatch(/Parse error/);
    const shape = ({ edges, nodes, groups }: Chart) => [
      edges.map(({ start, end, stroke }) => [start, end, stroke]),
      nodes.slice(1),
      groups,
    ];
    names.forEach((name, index) => {
      const chart = hostile[index]!;
      expect(chart.error).toBeUndefined();
      expect(shape(chart)).toEqual(shape(denied));
      const shown = escapeForLine(`${name} calls ${name} on ${name}`, 160);
      // Mermaid trims its labels.
      expect(chart.nodes[0]).toBe(shown.trim());
    });
  });

  it('cuts what is too long for a label', () => {
    const lines = planAsMermaid(named('x'.repeat(10_000))).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300);
  });
});
