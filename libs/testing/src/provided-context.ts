import type { ServiceRole } from '@inlet/db/privileges';

declare module 'vitest' {
  /** What the integration tests' set-up hands to the tests. */
  interface ProvidedContext {
    /** A connection that may create databases. */
    adminDatabaseUrl: string;
    /** The name of a database that holds the newest schema and nothing else. */
    templateDatabase: string;
    /** How the services sign in to test databases: roles that are there for this run alone. */
    serviceRoles: Readonly<Record<ServiceRole, { name: string; password: string }>>;
    redisUrl: string;
  }
}
