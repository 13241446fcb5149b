import type { ContractCase } from '@toolgate/testing';

/** Runs the cases of a contract as tests. */
export function describeContract(title: string, contract: readonly ContractCase[]): void {
  describe(title, () => {
    for (const { name, run } of contract) it(name, run);
  });
}
