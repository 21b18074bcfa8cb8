/** The folders in which programs are looked for. */
export function programFolders({ PATH = '' }: NodeJS.ProcessEnv = process.env): string {
  return PATH;
}

/** The environment by which a further process keeps what Node has compiled, where this one does. */
export function compileCache({ NODE_COMPILE_CACHE }: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

/** The number of the process that runs this test, among those that run tests at the same time. */
export function poolId({ VITEST_POOL_ID = '0' }: NodeJS.ProcessEnv = process.env): number {
  return Number(VITEST_POOL_ID);
}
