import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { restoreBackup } from '@inlet/ops/backup/restore-backup';
import { listTables } from '@inlet/ops/backup/tables';
import { addWaitingJobs } from '@inlet/ops/backup/waiting-jobs';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection } from '@inlet/testing/sql';
import { createTestDatabase } from '@inlet/testing/test-database';
import { createTestRedis } from '@inlet/testing/test-redis';
import { Redis } from 'ioredis';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { callerOf, postJson } from '#house/house.test-setup.ts';
import { backUp, keepRedis } from '#house/stores.test-setup.ts';
import { firstRelease, oldBatch, refresh } from '#upgrades/first-release-data.test-setup.ts';
import { createOldDatabase, migrationNames } from '#upgrades/old-release.test-setup.ts';

const { endpointId, formId, userId } = firstRelease;

/** Every row of every table, as PostgreSQL's text. */
async function contentOf(client: pg.Client): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(`select t::text as row from ${pg.escapeIdentifier(name)} as t order by 1`);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

/** Rows with quotes, commas, backslashes, nulls, bytes and arrays, and text that looks like them. */
const awkwardRows = `
insert into dead_submissions (id, form_id, payload, reason)
values ('01890000-0000-7000-8000-0000000000aa', '${formId}', '\\x00ff5c22', E'a "quote", a \\\\ and a\nline');
insert into submissions (id, form_id, data, origin, user_agent, created_at, subject)
select gen_random_uuid(), '${formId}', '{"n": 1.10, "n": 2, "t": "a\\"b,(c)\\u0000"}', '', null, now(), '(,"")'
from generate_series(1, 250);
insert into audit_events (id, user_id, action, actor, details)
values ('01890000-0000-7000-8000-0000000000ab', '${userId}', 'sign_in', 'person', '{"a": [1, null]}');
insert into search_blocks (form_id, from_at, from_id, to_at, to_id, fingerprint, grams)
values ('${formId}', now(), '${formId}', now(), '${formId}', -9223372036854775808, '{1,2,-3}');
`;

async function openRedis() {
  const redis = await createTestRedis();
  onTestFinished(redis.close);
  return { redisUrl: redis.url, redisPrefix: redis.prefix, redisLanes: 1 };
}

async function startSource() {
  const { url, client } = await createOldDatabase(migrationNames.length);
  await client.query(awkwardRows);
  const redis = await openRedis();
  const connection = new Redis(redis.redisUrl);
  onTestFinished(() => connection.disconnect());
  await addWaitingJobs(connection, redis.redisPrefix, [{ name: 'store-submissions', id: 'waiting-1', data: oldBatch }]);
  return { stores: { databaseUrl: url, ...redis }, client };
}

async function emptyStores() {
  return { databaseUrl: await createEmptyDatabase(), ...(await openRedis()) };
}

it('restores everything into an empty installation, where people and websites go on', async () => {
  const source = await startSource();
  const { path, written } = await backUp(source.stores);
  expect(written).toMatchObject({ users: 1, submissions: 251, 'jobs of submissions': 1 });

  const databaseUrl = await createEmptyDatabase();
  const restored = await openConnection(databaseUrl);
  const { url: redisUrl } = await keepRedis({ dir: join(await createDisposableFolder(), 'redis') });
  expect(await restoreBackup({ databaseUrl, redisUrl, redisPrefix: 'inlet', redisLanes: 1 }, path)).toEqual(written);
  expect(await contentOf(restored)).toEqual(await contentOf(source.client));

  const { urls } = await startFleets(1, { databaseUrl, redisUrl });
  const token = await refresh(urls.gateway);
  expect((await postJson(`${urls.gateway}/api/forms/${endpointId}`, { name: 'Alan' })).status).toBe(200);
  const count = `select submission_count::int from form_totals where form_id = '${formId}'`;
  // The submission that was counted before, the one that waited, and the one that was just sent.
  await waitUntil(async () => (await restored.query(count)).rows[0].submission_count === 3);
  const usage = await callerOf(urls.gateway, token)('GET /api/v1/usage');
  expect(await usage.text()).toMatch(/:3\b/);
  // Triggers work for the rows that come from now on.
  expect((await restored.query("select from pg_trigger where tgenabled <> 'O'")).rowCount).toBe(0);
  // Sequences continue after the restored rows.
  expect((await restored.query("insert into outbox (topic, key) values ('form', 'x')")).rowCount).toBe(1);
});

it('restores a backup of the first release, and brings it to this one', async () => {
  const { url, client } = await createOldDatabase(1);
  const { path } = await backUp({ databaseUrl: url, ...(await openRedis()) });

  const target = await emptyStores();
  await restoreBackup(target, path);
  await migrate(url);
  const restored = await openConnection(target.databaseUrl);
  // Rows that the upgrade adds contain the time of the upgrade.
  for (const database of [restored, client]) await database.query('update forms set read_before = null');
  const [mine, theirs] = [await contentOf(restored), await contentOf(client)];
  expect({ ...mine, sessions: [] }).toEqual({ ...theirs, sessions: [] });
});

it.each<[string, (lines: string[]) => string[] | Buffer, RegExp]>([
  ['is cut off', (lines) => gzipSync(lines.join('\n')).subarray(0, -40), /cut off/],
  ['lacks its end', (lines) => lines.slice(0, -2), /cut off/],
  ['was changed', (lines) => lines.map((line) => line.replace('ada@example.com', 'eve@example.com')), /checksum/],
  ['is of a newer release', ([head = '', ...rest]) => [head.replace('"0001_', '"9001_'), ...rest], /newer release/],
  ['is something else', () => ['{"hello":1}', ''], /no backup/],
])('restores nothing from a file that %s', async (_what, change, reason) => {
  const { path } = await backUp((await startSource()).stores);
  const text = gunzipSync(await readFile(path)).toString();
  const changed = change(text.split('\n'));
  await writeFile(path, Buffer.isBuffer(changed) ? changed : gzipSync(changed.join('\n')));

  const target = await emptyStores();
  await expect(restoreBackup(target, path)).rejects.toThrow(reason);
  const client = await openConnection(target.databaseUrl);
  const { rows } = await client.query("select to_regclass('users') is not null as is_there");
  if (rows[0].is_there) expect((await client.query('select from users')).rowCount).toBe(0);
});

it('refuses an installation that holds something', async () => {
  const { stores } = await startSource();
  const { path } = await backUp(stores);
  await expect(restoreBackup(stores, path)).rejects.toThrow('Redis holds keys');
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const full = { databaseUrl: stores.databaseUrl, ...(await openRedis()) };
  await expect(restoreBackup(full, path)).rejects.toThrow('not empty');
  await restoreBackup({ ...full, databaseUrl: url }, path);
});
