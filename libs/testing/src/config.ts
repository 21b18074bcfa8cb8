export type TestingConfig = {
  path: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  dockerHost: string | undefined;
};

/** What the tests take from the environment: where programs are, and servers to use instead of starting some. */
export function readTestingConfig(env: NodeJS.ProcessEnv = process.env): TestingConfig {
  return {
    path: env.PATH ?? '',
    databaseUrl: env.TEST_DATABASE_URL || undefined,
    redisUrl: env.TEST_REDIS_URL || undefined,
    dockerHost: env.DOCKER_HOST || undefined,
  };
}

/** The environment by which a further process keeps what Node has compiled, where this one does. */
export function compileCache({ NODE_COMPILE_CACHE }: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

/** The number of the process that runs this test, among those that run tests at the same time. */
export function poolId({ VITEST_POOL_ID = '0' }: NodeJS.ProcessEnv = process.env): number {
  return Number(VITEST_POOL_ID);
}

/** How a property is tried: `npm test` tries the same cases each time, and `npm run proof` others, and more of them. */
export function cases(
  usual = 200,
  { INLET_SEED, INLET_CASES_FACTOR }: NodeJS.ProcessEnv = process.env,
): { readonly seed: number; readonly numRuns: number } {
  return { seed: Number(INLET_SEED ?? 23), numRuns: usual * Number(INLET_CASES_FACTOR ?? 1) };
}
