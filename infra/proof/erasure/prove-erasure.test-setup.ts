import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { erasureSchema } from '@inlet/contracts/erasures';
import { personSchema } from '@inlet/contracts/found-person';
import type { Database } from '@inlet/db/database';
import { projectRoot } from '@inlet/local/config';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { testSecrets } from '@inlet/local/fleet/services.test-setup';
import { runNode } from '@inlet/local/run-program';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { restoreBackup } from '@inlet/ops/backup/restore-backup';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection } from '@inlet/testing/sql';
import { testServiceUrls } from '@inlet/testing/test-database';
import { expect } from 'vitest';
import { address, copies, plantCopies, plantJobs, plantRows } from '#erasure/plant.test-setup.ts';
import { countInFiles } from '#erasure/search-bytes.ts';
import { callerOf, postJson } from '#house/house.test-setup.ts';
import { backUp, keepRedis, startStores } from '#house/stores.test-setup.ts';
import { fillFirstRelease, firstRelease, refresh } from '#upgrades/first-release-data.test-setup.ts';

const redisPrefix = 'inlet';
const { userId, formId, endpointId } = firstRelease;
const json = { 'content-type': 'application/json' };

/** An empty database and an empty Redis to restore into. */
async function openEmptyStores() {
  const redis = await keepRedis({ dir: join(await createDisposableFolder(), 'redis') });
  return { databaseUrl: await createEmptyDatabase(), redisUrl: redis.url, redisPrefix, redisLanes: 1 };
}

/** The number of occurrences of the address in a backup of these stores. */
const countInBackup = async (stores: Parameters<typeof backUp>[0]) =>
  countInFiles([(await backUp(stores)).path], address);

/** The number of search texts with the address; no backup contains these texts. */
async function countInTexts({ pool }: Database): Promise<number> {
  const sql = "select count(*)::int as count from search_texts where folded like '%' || $1 || '%'";
  return (await pool.query(sql, [address])).rows[0].count;
}

/** Requests that are refused, each with the address in a possible position. */
async function sendRefused(gateway: string, token: string): Promise<number[]> {
  const signedIn = { authorization: `Bearer ${token}` };
  const inQuery = encodeURIComponent(address);
  const broken = `{"email":"${address}`;
  const body = JSON.stringify({ email: address });
  const thrice = JSON.stringify({ email: `${address} `.repeat(3) });
  const signIn = JSON.stringify({ email: address, password: 'not the one', transport: 'token' });
  return statusesOf(gateway, [
    [`/api/v1/people?email=${inQuery}`, {}],
    [`/api/v1/people?email=${inQuery}`, { authorization: `Bearer ${address}` }],
    [`/api/v1/people?email=${inQuery}%20x`, signedIn],
    [`/api/v1/people/${inQuery}`, signedIn],
    [`/api/v1/erasures/${inQuery}`, signedIn],
    [`/api/${address}`, { referer: `https://elsewhere.example/?${address}`, 'user-agent': address }],
    [`/${address}`, {}],
    ['/api/v1/erasures', { ...json, ...signedIn }, broken],
    ['/api/v1/erasures', { ...json, ...signedIn }, thrice],
    ['/api/auth/sign-in', json, signIn],
    [`/f/${endpointId}?email=${inQuery}`, json, broken],
    [`/f/${address}`, { ...json, origin: `https://${address}` }, body],
    [`/f/${endpointId}`, { 'content-type': 'text/csv' }, body],
  ]);
}

/** Requests that fail inside: the services lack the rights to read the data. */
async function sendFailing({ pool }: Database, gateway: string, token: string): Promise<number[]> {
  const role = new URL(testServiceUrls('postgresql://x/x').account).username;
  await pool.query(`revoke all on submissions, users, people, erasures from "${role}"`);
  const signedIn = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ email: address, password: 'a password of nobody', transport: 'token' });
  return statusesOf(gateway, [
    [`/api/v1/people?email=${encodeURIComponent(address)}`, signedIn],
    ['/api/v1/erasures', { ...json, ...signedIn }, body],
    ['/api/auth/sign-in', json, body],
    ['/api/auth/sign-up', json, body],
  ]);
}

type Sent = readonly [path: string, headers: Readonly<Record<string, string>>, body?: string];

/** Sends requests one after the other; those with a body are POST requests. */
async function statusesOf(gateway: string, requests: readonly Sent[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [path, headers, body] of requests) {
    const answer = await fetch(gateway + path, { headers, ...(body !== undefined && { method: 'POST', body }) });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}

/**
 * Finds and erases a person's address in all data of Inlet, with the real processes. Afterwards neither the remaining
 * data nor a restored older backup may contain it. Returns the duration of the erasure.
 */
export async function proveErasure(count: number) {
  const folder = await createDisposableFolder();
  const { postgres, redis: redisServer, logs } = await startStores();
  const stores = { databaseUrl: postgres.url, redisUrl: redisServer.url, redisPrefix, redisLanes: 1 };
  const { database, redis, keys } = await startFleets(1, { ...stores, services: [] });
  const redisFiles = join(((await redis.config('GET', 'dir')) as string[])[1] ?? '', 'appendonlydir');
  await fillFirstRelease(await openConnection(stores.databaseUrl));
  // The form is searched, so its texts are in the index too.
  await database.pool.query('insert into search_fills (form_id, searched_at) values ($1, now())', [formId]);
  await plantRows(database, { userId, formId, count });
  const otherFormId = await plantCopies(database.prisma);
  await plantJobs(redis, keys, { userId, formId, otherFormId });
  const { path: before } = await backUp(stores);
  expect(await countInTexts(database)).toBeGreaterThanOrEqual(count / 200);
  expect(await countInFiles([before], address)).toBeGreaterThan(count / 100);
  expect(await countInFiles([redisFiles], address)).toBeGreaterThan(4);

  const log = createWriteStream(join(logs, 'services.log'));
  const environment = { LOG_LEVEL: 'debug', ERASURE_LEDGER: join(folder, 'erasures.ndjson') };
  const options = { onLine: (line: string) => void log.write(`${line}\n`) };
  const { urls, fleets } = await startFleets(1, { ...stores, environment, options });
  const token = await refresh(urls.gateway);
  const call = callerOf(urls.gateway, token);
  const get = async (path: string) => (await call(`GET ${path}`)).json();
  expect((await postJson(`${urls.gateway}/f/${endpointId}`, { email: address })).status).toBe(200);
  const personOf = async () => personSchema.parse(await get(`/api/v1/people?email=${encodeURIComponent(address)}`));

  expect((await personOf()).total).toBeGreaterThanOrEqual(count / 100);
  // The session is from the first release, and filling the database may have taken more than ten minutes.
  await database.pool.query('update sessions set confirmed_at = now()');
  const eraseAtMs = performance.now();
  const asked = (await (await call('POST /api/v1/erasures', { email: address })).json()) as { id: string };
  const readErasure = async () => erasureSchema.parse(await get(`/api/v1/erasures/${asked.id}`));
  const isDone = async () => (await readErasure()).state === 'done';
  await waitUntil(isDone, { what: 'the erasure to be done', timeoutMs: 300_000 });
  const eraseMs = performance.now() - eraseAtMs;
  const { counts, receipt } = await readErasure();
  // Every hundredth row, the batch that waited and the submission that was just sent.
  const theirs = count / 100 + 2;
  expect(counts).toEqual({
    submissions: theirs,
    files: 0,
    notes: count / 100,
    // The target got the last two like any other.
    deliveries: theirs,
    attempts: count / 50,
    deadSubmissions: 2,
    mails: 2,
    suppressions: 1,
  });
  expect(receipt).not.toBeNull();
  expect(await personOf()).toMatchObject({ total: 0, mentionCount: 0 });
  const refused = await sendRefused(urls.gateway, token);
  expect(refused.filter((status) => status < 400 || status >= 500)).toEqual([]);
  expect(await sendFailing(database, urls.gateway, token)).toEqual([500, 500, 500, 500]);
  for (const { stop } of Object.values(fleets)) await stop();
  await new Promise<void>((resolve) => void log.end(resolve));

  expect(await countInTexts(database)).toBe(0);
  // The remaining occurrences of the address belong to the other account.
  expect(await countInBackup(stores)).toBe(copies.submissions);
  expect(await countInFiles([redisFiles], address)).toBe(copies.mails);
  expect(await countInFiles([logs], asked.id)).toBeGreaterThan(0);
  expect(await countInFiles([logs, environment.ERASURE_LEDGER], address)).toBe(0);
  expect(await database.prisma.submission.count({ where: { formId: otherFormId } })).toBe(copies.submissions);

  const command = await openEmptyStores();
  // A container gets its secrets in this way.
  const secrets = {
    DATABASE_URL: command.databaseUrl,
    REDIS_URL: command.redisUrl,
    ENCRYPTION_KEYS: testSecrets.encryptionKeys,
  };
  const files = Object.entries(secrets).map(async ([name, value]) => {
    await writeFile(join(folder, name), value);
    return [`${name}_FILE`, join(folder, name)] as const;
  });
  const env = {
    ...Object.fromEntries(await Promise.all(files)),
    INLET_DATA_DIR: join(folder, 'restored'),
    ERASURE_LEDGER: environment.ERASURE_LEDGER,
  };
  const ops = join(projectRoot, 'infra/ops/ops.ts');
  const { code, output } = await runNode([ops, 'restore', before], { isQuiet: true, env });
  expect([code, output]).toEqual([0, expect.stringContaining('1 erasures repeated')]);
  expect(await countInBackup(command)).toBe(copies.submissions);

  // Restored by other means: only a worker can repeat the ledger, and it is not ready before that.
  const worker = await openEmptyStores();
  await restoreBackup(worker, before);
  await startFleets(1, { ...worker, environment, services: ['worker'], options: { readyTimeoutMs: 300_000 } });
  expect(await countInBackup(worker)).toBe(copies.submissions);
  return eraseMs;
}
