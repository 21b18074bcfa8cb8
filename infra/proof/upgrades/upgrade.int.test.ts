import { analyticsSchema } from '@inlet/contracts/analytics';
import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { openConnection } from '@inlet/testing/sql';
import { Queue } from 'bullmq';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { callerOf, postJson } from '#house/house.test-setup.ts';
import {
  countByHours,
  firstRelease,
  oldBatch,
  readFirstRelease,
  refresh,
} from '#upgrades/first-release-data.test-setup.ts';
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
  // If the migration had no lock timeout, this statement would wait behind it until the reader ends.
  await other.query('select from submissions');
  const finished = await other.query('select from _prisma_migrations where finished_at is not null');
  expect(finished.rowCount).toBeLessThan(migrationNames.length);

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
  const form = await callerOf(urls.gateway, token)(`GET /api/v1/forms/${formId}`);
  expect(await form.json()).toMatchObject({ language: null });
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
  // Submissions from before the counts by origin are counted as well.
  expect(await counted('daily_origin_counters')).toEqual([{ count: 3 }]);
});

it('adds what the release before counted by hours to the half hours', async () => {
  const { formId, userId } = firstRelease;
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const nextDay = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const { url, client } = await createOldDatabase(migrationNames.indexOf('0040_half_hours_of_a_day'));
  // Midnight in India is half past six in the evening in UTC: two before it, and one after.
  await countByHours(client, { day, hour: 18, count: 3, late: 1 });
  await migrate(url);
  // The worker of that release still runs: one before midnight in India, and four after.
  await countByHours(client, { day, hour: 18, count: 5, late: 4 });
  const row = (n: number, afterMs: number) => [`01890000-0000-7000-8000-00000000010${n}`, 0, afterMs, -1, -1, '{}'];
  const batch = {
    forms: [[formId, userId]],
    origins: [],
    userAgents: [],
    startMs: Date.parse(`${day}T18:10:00Z`),
    // Two before midnight in India, and three after.
    rows: [row(1, 0), row(2, 60_000), row(3, 1_200_000), row(4, 1_800_000), row(5, 1_900_000)],
  };
  const { urls } = await startFleets(1, {
    databaseUrl: url,
    fillRedis: async (redis, { queues }) => {
      const queue = new Queue('submissions', { connection: redis, prefix: queues });
      await queue.add('store-submissions', batch, { jobId: 'a-job-of-this-release' });
      await queue.close();
    },
  });
  const stored = `select from submissions where form_id = '${formId}' and data::text = '{}'`;
  await waitUntil(async () => (await client.query(stored)).rowCount === 5, { what: 'the batch to be stored' });

  const call = callerOf(urls.gateway, await refresh(urls.gateway));
  const read = async (timeZone: string) => {
    await client.query('update users set time_zone = $1', [timeZone]);
    const answer = await call(`GET /api/v1/forms/${formId}/analytics?days=5`);
    const { days, hoursOfWeek } = analyticsSchema.parse(await answer.json());
    const countOf = (date: string) => days.find((one) => one.date === date)?.count;
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    return { days: [day, nextDay].map(countOf), evening: hoursOfWeek[weekday]?.slice(18) };
  };
  expect(await read('UTC')).toEqual({ days: [13, 0], evening: [13, 0, 0, 0, 0, 0] });
  expect(await read('Asia/Kolkata')).toEqual({ days: [5, 8], evening: [0, 0, 0, 0, 0, 5] });
});

describe('a form that is searched while the release before the trigrams is still running', () => {
  const { formId } = firstRelease;
  const largeRows = 20_001;
  const noteRows = `insert into submissions (id, form_id, data, created_at)
    select gen_random_uuid(), $1, json_build_object('note', $2::text || n), now() - n * interval '1 second'
    from generate_series(1, $3::int) as n`;
  const counted = `update form_totals set submission_count = (select count(*) from submissions where form_id = $1)`;
  /** The work of that release: it stores, and keeps blocks of hashes behind a watermark. */
  async function runAsBefore(client: pg.Client, word: string) {
    await client.query(noteRows, [formId, word, 100]);
    await client.query(counted, [formId]);
    await client.query(
      `insert into search_indexes (form_id, to_at, to_id, row_count, searched_at) values ($1, now(), $1, 1, now())
       on conflict (form_id) do update set to_at = now(), row_count = search_indexes.row_count + 1`,
      [formId],
    );
    await client.query(
      `insert into search_segments (form_id, from_at, from_id, to_at, to_id, fingerprint, ids, directory, postings)
       values ($1, 'epoch', $1, clock_timestamp(), $1, 0, '', '{}', '')`,
      [formId],
    );
  }

  it('is searched whole, and the old index goes', async () => {
    const { url, client } = await createOldDatabase(migrationNames.indexOf('0039_search_texts'));
    await client.query(noteRows, [formId, 'before', largeRows]);
    await runAsBefore(client, 'early');
    await migrate(url);
    await runAsBefore(client, 'between');
    const { urls } = await startFleets(1, { databaseUrl: url });
    const call = callerOf(urls.gateway, await refresh(urls.gateway));
    const find = async (q: string) => {
      const answer = await call(`GET /api/v1/forms/${formId}/submissions?limit=100&q=${q}`);
      expect(answer.status).toBe(200);
      return (await answer.json()) as { submissions: unknown[]; search: { isComplete: boolean; progress: number } };
    };
    const isFilled = async () => (await find('nothing')).search.progress === 1;
    await runAsBefore(client, 'during');
    await waitUntil(isFilled, { what: 'the texts', timeoutMs: 60_000 });
    await runAsBefore(client, 'late');
    for (const word of ['early', 'between', 'during', 'late']) expect((await find(word)).submissions).toHaveLength(100);
    expect((await find('before20001')).submissions).toHaveLength(1);
    const texts = 'select count(*) = (select count(*) from submissions) as "isWhole" from search_texts';
    expect((await client.query(texts)).rows).toEqual([{ isWhole: true }]);
    const left = 'select from search_indexes union all select from search_segments';
    await waitUntil(async () => (await client.query(left)).rowCount === 0, { what: 'the old index to go' });

    // The previous release may store once more.
    await runAsBefore(client, 'last');
    expect((await call(`DELETE /api/v1/forms/${formId}`)).status).toBe(204);
    const ofForm = ['submissions', 'search_fills', 'search_texts', 'search_indexes', 'search_segments'];
    const all = ofForm.map((table) => `select from ${table}`).join(' union all ');
    await waitUntil(async () => (await client.query(all)).rowCount === 0, {
      what: 'the form to go',
      timeoutMs: 60_000,
    });
  });
});
