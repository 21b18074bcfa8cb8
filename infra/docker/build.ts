import { generateDatabaseClient } from '#local/database-client.ts';
import { buildWeb } from '#local/web-build.ts';

/** Makes what the sources alone do not hold: the database client, and the web app as browsers load it. */
await generateDatabaseClient();
await buildWeb();
