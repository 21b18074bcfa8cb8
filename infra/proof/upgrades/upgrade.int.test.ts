import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { openConnection } from '@inlet/testing/sql';
import { waitUntil } from '@inlet/testing/wait-until';
import { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import { callerOf, postJson } from '#house/house.test-setup.ts';
import { firstRelease, oldBatch, readFirstRelease, refresh } from '#upgrades/first-release-data.test-setup.ts';
import { createOldDatabase, migrationNames } from '#upgrades/old-release.test-setup.ts';

it.each([...new Set([1, migrationNames.length - 1])])(
  'keeps what was stored when it begins after migration %i',
  async (known) => {
    const { url, client } = await createOldDatabase(known);
    const before = await readFirstRelease(client);
    expect(await migrate(url)).toEqual(migrationNames.slice(known));
    expect(await readFirstRelease(client)).toEqual(before);
  },
);

it('stops nobody while a migration waits for a table that a long reading holds', async () => {
  const { url, client: reader } = await createOldDatabase(1);
  const other = await openConnection(url);
  await reader.query('begin');
  await reader.query('select from submissions');

  const migrated = migrate(url);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%alter table "submissions"%'`;
  await waitUntil(async () => (await other.query(waiting)).rowCount === 1, { what: 'the migration to wait' });
  // Without a limit to its waiting this one would stand behind the migration for as long as the reader reads.
  await other.query('select from submissions');
  expect((await other.query('select from _prisma_migrations where finished_at is null')).rowCount).toBe(1);

  await reader.query('commit');
  expect(await migrated).toEqual(migrationNames.slice(1));
});

it('goes on with accounts, sessions, forms and waiting jobs of the first release', async () => {
  const { url, client } = await createOldDatabase(1);
  await migrate(url);
  const { urls } = await startFleets(1, {
    databaseUrl: url,
    fillRedis: async (redis, { queues }) => {
      const queue = new Queue('submissions', { connection: redis, prefix: queues });
      await queue.add('store-submissions', oldBatch, { jobId: 'a-job-of-the-first-release', attempts: 5 });
      await queue.close();
    },
  });

  const post = (path: string, body: object) => postJson(urls.gateway + path, body);
  const { email, password, formId, storedId, waitingId, endpointId } = firstRelease;
  const signedIn = await post('/api/auth/sign-in', { email, password, transport: 'token' });
  expect(signedIn.status).toBe(200);
  const token = await refresh(urls.gateway);
  const sent = await post(`/api/forms/${endpointId}`, { name: 'Alan' });
  expect(sent.status).toBe(200);
  const { submissionId } = (await sent.json()) as { submissionId: string };

  const readAll = async () => {
    const answer = await callerOf(urls.gateway, token)(`GET /api/v1/forms/${formId}/submissions`);
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as { total: number; submissions: { id: string; data: unknown }[] };
    return page.submissions.length === 3 && page;
  };
  const page = await waitUntil(readAll, { what: 'all three submissions' });
  expect(page.total).toBe(3);
  expect(page.submissions.map(({ id }) => id)).toEqual([submissionId, waitingId, storedId]);
  expect(JSON.stringify(page.submissions.at(-1)?.data)).toBe('{"name":"Ada","z":1,"a":2}');
  const counted = async (table: string) =>
    (await client.query(`select sum(submission_count)::int as count from ${table}`)).rows;
  expect(await counted('monthly_usage')).toEqual([{ count: 3 }]);
  // Submissions from before the counting by origin are counted as well.
  expect(await counted('daily_origin_counters')).toEqual([{ count: 3 }]);
});
