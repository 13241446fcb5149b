const ADAPTERS = ['express', 'fastify'] as const;
const SWITCH = ['on', 'off'] as const;

/** How the server is put together. */
export interface ServerSettings {
  readonly adapter: (typeof ADAPTERS)[number];
  /** Whether legacy clients get sessions. */
  readonly sessions: boolean;
}

/** {@link ServerSettings}, and where the server listens. */
export interface ConformanceSettings extends ServerSettings {
  /** 0 takes any free port. */
  readonly port: number;
}

/**
 * Reads `PORT` (default 3000), `ADAPTER` (`express`, the default, or `fastify`) and `SESSIONS` (`on`, the default, or `off`).
 * @throws Error when a variable holds anything else
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
): ConformanceSettings {
  const port = Number(env['PORT'] || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a whole number from 0 to 65535, not "${env['PORT']}".`);
  return {
    port,
    adapter: choice(env, 'ADAPTER', ADAPTERS),
    sessions: choice(env, 'SESSIONS', SWITCH) === 'on',
  };
}

function choice<const T extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const text = env[name] || choices[0];
  const chosen = choices.find((known) => known === text);
  if (chosen === undefined)
    throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return chosen;
}
