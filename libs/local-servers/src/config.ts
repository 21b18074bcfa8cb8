/** The folders that are searched for programs. */
export function programFolders({ PATH = '' }: NodeJS.ProcessEnv = process.env): string {
  return PATH;
}

/** The environment that makes a child process share this process's compile cache, if it has one. */
export function compileCache({ NODE_COMPILE_CACHE }: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

/** The number of the process that runs this test, among the concurrent test processes. */
export function poolId({ VITEST_POOL_ID = '0' }: NodeJS.ProcessEnv = process.env): number {
  return Number(VITEST_POOL_ID);
}
