import { migrate } from '@inlet/db/migrate';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection } from '@inlet/testing/sql';
import { expect, it } from 'vitest';
import { lookAtExtensions } from '#doctor/look-at-extensions.ts';

it('names the extensions that the search lacks, and what an administrator has to run', async () => {
  const url = await createEmptyDatabase();
  const client = await openConnection(url);
  await client.query('create extension btree_gin');
  expect(await lookAtExtensions(client)).toEqual([
    {
      level: 'fault',
      says: 'PostgreSQL lacks extensions of the search: pg_trgm',
      next: 'As an administrator, run in the database: create extension pg_trgm;',
    },
  ]);
  await migrate(url);
  expect(await lookAtExtensions(client)).toEqual([
    { level: 'fine', says: 'PostgreSQL has the extensions of the search' },
  ]);
});
