import type { ServiceRole } from '@inlet/db/privileges';

declare module 'vitest' {
  /** The values that the set-up of the integration tests provides. */
  interface ProvidedContext {
    /** A connection that may create databases. */
    adminDatabaseUrl: string;
    /** The name of a database that holds only the newest schema. */
    templateDatabase: string;
    /** The services' roles in test databases, which only exist for this run. */
    serviceRoles: Readonly<Record<ServiceRole, { name: string; password: string }>>;
    redisUrl: string;
  }
}
