import { workerData } from 'node:worker_threads';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import type { ServiceRole } from '@inlet/db/privileges';

export type MigrateThreadData = { databaseUrl: string; serviceUrls: Record<ServiceRole, string> };

// This runs in a separate thread: the schema engine leaves a timer of ten seconds behind, which would delay the end of
// a test run.
const { databaseUrl, serviceUrls }: MigrateThreadData = workerData;
await migrate(databaseUrl);
await grantAccess(databaseUrl, serviceUrls);
process.exit(0);
