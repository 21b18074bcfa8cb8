import { generateDatabaseClient } from '@inlet/local/database-client';
import { buildWeb } from '@inlet/local/web-build';

/** Builds what the sources lack: the database client, and the web app for browsers. */
await generateDatabaseClient();
await buildWeb();
