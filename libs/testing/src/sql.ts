import { withAdmin } from '@inlet/local-servers/admin-database';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Runs SQL on a separate connection and returns the rows. */
export async function runSql<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  return withAdmin(url, async (client) => (await client.query<Row>(sql)).rows);
}

/** A connection that is closed after the test. The test may drop its database. */
export async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
