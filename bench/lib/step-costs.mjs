import { systemClock } from '@toolgate/tool-runtime';
import { openCall } from '../../libs/tool-runtime/dist/context/tool-context.js';
import { Invocation } from '../../libs/tool-runtime/dist/pipeline/invocation.js';

const CALLS = 200_000;
const WARM_UP = 20_000;

/**
 * How the time of a synchronous call divides among the steps of a pipeline, dearest first. Reads the clock between steps, which
 * costs every step the same, so only the shares mean anything.
 *
 * @param {{ steps: readonly { kind: string, role: string, run(invocation: unknown): unknown }[] }} pipeline
 */
export function stepCosts(pipeline, tool, args, context) {
  const path = pipeline.steps.filter(({ role }) => role !== 'boundary');
  const spent = new Map(path.map(({ kind }) => [kind, 0n]));
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const invocation = new Invocation(
      tool,
      args,
      openCall(context),
      systemClock.monotonic(),
      undefined,
    );
    let before = process.hrtime.bigint();
    for (const step of path) {
      const result = step.run(invocation);
      if (result !== undefined) invocation.result = result;
      const after = process.hrtime.bigint();
      if (call >= WARM_UP) spent.set(step.kind, spent.get(step.kind) + (after - before));
      before = after;
    }
  }
  const total = [...spent.values()].reduce((sum, part) => sum + part, 0n);
  return [...spent]
    .map(([kind, part]) => ({ kind, share: Number(part) / Number(total) }))
    .sort((a, b) => b.share - a.share);
}
