declare module 'vitest' {
  /** What the integration tests' set-up hands to the tests. */
  interface ProvidedContext {
    /** A connection that may create databases. */
    adminDatabaseUrl: string;
    /** The name of a database that holds the newest schema and nothing else. */
    templateDatabase: string;
    redisUrl: string;
  }
}

export {};
