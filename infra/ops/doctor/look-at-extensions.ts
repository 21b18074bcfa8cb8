import { extensions } from '@inlet/db/migrate';
import type pg from 'pg';
import { type Finding, fault, fine } from '#doctor/finding.ts';

/** Checks that the extensions of PostgreSQL for the search index are available. */
export async function lookAtExtensions(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; isAvailable: boolean }>(
    `select wanted as name, exists (select from pg_available_extensions where name = wanted) as "isAvailable"
     from unnest($1::text[]) as wanted where not exists (select from pg_extension where extname = wanted)`,
    [extensions],
  );
  if (rows.length === 0) return [fine('PostgreSQL has the extensions of the search')];
  const names = rows.map(({ name }) => name);
  const absent = rows.filter(({ isAvailable }) => !isAvailable).map(({ name }) => name);
  const run = `As an administrator, run in the database: ${names.map((name) => `create extension ${name};`).join(' ')}`;
  const install = `Install PostgreSQL's package "contrib", which has ${absent.join(' and ')}. ${run}`;
  return [fault(`PostgreSQL lacks extensions of the search: ${names.join(', ')}`, absent.length > 0 ? install : run)];
}
