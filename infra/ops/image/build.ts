import { generateDatabaseClient } from '@inlet/local/database-client';
import { buildWeb } from '@inlet/local/web-build';

/** Makes what the sources alone do not hold: the database client, and the web app as browsers load it. */
await generateDatabaseClient();
await buildWeb();
