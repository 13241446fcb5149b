import type { Awaitable } from '@toolgate/tool-runtime';

/** One rule of a contract, for any test runner: `for (const { name, run } of contract) it(name, run)`. */
export interface ContractCase {
  /** The rule, as the title of a test. */
  readonly name: string;
  /** Makes a subject of its own, tests it and closes it. Rejects when the rule is broken. */
  readonly run: () => Promise<void>;
}

/** A rule and its proof. */
export type ContractRule<Subject> = readonly [
  name: string,
  prove: (subject: Subject) => Promise<void>,
];

/** Turns rules into cases that share nothing. */
export function contractCases<Subject extends { readonly close?: () => Awaitable<void> }>(
  create: () => Awaitable<Subject>,
  rules: readonly ContractRule<Subject>[],
): readonly ContractCase[] {
  return rules.map(([name, prove]) => ({
    name,
    run: async () => {
      const subject = await create();
      try {
        await prove(subject);
      } finally {
        await subject.close?.();
      }
    },
  }));
}
