export type TestingConfig = {
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  dockerHost: string | undefined;
};

/** Servers for the tests to use instead of starting their own. */
export function readTestingConfig(env: NodeJS.ProcessEnv = process.env): TestingConfig {
  return {
    databaseUrl: env.TEST_DATABASE_URL || undefined,
    redisUrl: env.TEST_REDIS_URL || undefined,
    dockerHost: env.DOCKER_HOST || undefined,
  };
}

/**
 * The cases of a property: `npm test` tries the same ones each time, `npm run proof` different ones and more of them.
 */
export function cases(
  usual = 200,
  { INLET_SEED, INLET_CASES_FACTOR }: NodeJS.ProcessEnv = process.env,
): { readonly seed: number; readonly numRuns: number } {
  return { seed: Number(INLET_SEED ?? 23), numRuns: usual * Number(INLET_CASES_FACTOR ?? 1) };
}
