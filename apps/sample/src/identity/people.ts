/** Somebody who works at the support desk. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The three people of the demo, by the bearer token they send. A real host asks its identity provider. */
export const PEOPLE: ReadonlyMap<string, Person> = new Map([
  [
    'demo-agent',
    {
      id: 'user:ada',
      name: 'Ada, support agent',
      scopes: ['orders:read', 'orders:write', 'customers:read', 'kb:read', 'inventory:read'],
    },
  ],
  [
    'demo-manager',
    {
      id: 'user:grace',
      name: 'Grace, refund manager',
      scopes: ['orders:read', 'orders:write', 'orders:refund', 'customers:read', 'kb:read'],
    },
  ],
  [
    'demo-auditor',
    { id: 'user:alan', name: 'Alan, auditor', scopes: ['orders:read', 'orders:export'] },
  ],
]);
