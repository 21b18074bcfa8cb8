/** Versions that Inlet supports. docs/requirements.md says the same. */
export const supportedPostgres = {
  oldest: 15,
  /** The version that the tests run on. */
  tested: 18,
} as const;

/** The oldest Redis, as major and minor. */
export const oldestRedis = [7, 0] as const;
