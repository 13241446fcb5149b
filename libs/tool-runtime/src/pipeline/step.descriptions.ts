import type { StepDescription } from './invocation-step.js';

type Facts = StepDescription['facts'];

/** A description of a step that runs on every call. */
export const active = (
  source: string,
  facts: Facts = {},
  more: Partial<StepDescription> = {},
): StepDescription => ({
  presence: 'active',
  blocking: true,
  mutates: false,
  source,
  facts,
  ...more,
});

/** A description of a step that runs depending on the call. */
export const conditional = (
  source: string,
  facts: Facts = {},
  more: Partial<StepDescription> = {},
): StepDescription => ({ ...active(source, facts, more), presence: 'conditional' });

/** A description of a step whose rule exists but cannot fire here. */
export const dormant = (source: string, facts: Facts = {}): StepDescription => ({
  presence: 'dormant',
  blocking: false,
  mutates: false,
  source,
  facts,
});

/** A description of a step without anything to apply: its subsystem is not wired, or the tool declares nothing for it. */
export const skipped = (source: string, facts: Facts = {}): StepDescription => ({
  presence: 'skipped',
  blocking: false,
  mutates: false,
  source,
  facts,
});
