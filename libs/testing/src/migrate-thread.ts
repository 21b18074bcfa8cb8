import { workerData } from 'node:worker_threads';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import type { ServiceRole } from '@inlet/db/privileges';

export type MigrateThreadData = { databaseUrl: string; serviceUrls: Record<ServiceRole, string> };

// Runs in a thread of its own: the schema engine leaves a timer of ten seconds behind, and a test run that has
// migrated would end that much later.
const { databaseUrl, serviceUrls }: MigrateThreadData = workerData;
await migrate(databaseUrl);
await grantAccess(databaseUrl, serviceUrls);
process.exit(0);
