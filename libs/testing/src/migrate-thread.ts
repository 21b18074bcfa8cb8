import { workerData } from 'node:worker_threads';
import { migrate } from '@inlet/db/migrate';

// Runs in a thread of its own: the schema engine leaves a timer of ten seconds behind, and a test run that has
// migrated would end that much later.
await migrate(workerData);
process.exit(0);
