import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { signTestMark, testMarkHeader } from '@inlet/http/test-mark';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';
import { measured, queuedIn, readiness, submit } from '#lanes/lanes.test-setup.ts';

const month = monthOf(Date.now());
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

let redis: TestRedis;
let ingest: TestIngest;
/** The counters that account was asked for. It makes none. */
let asked: string[];
let account: ReturnType<typeof createServer>;

beforeAll(async () => {
  asked = [];
  account = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    asked.push(body);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
  redis = await createTestRedis();
  const { port } = account.address() as AddressInfo;
  ingest = await startTestIngest({ redis, accountUrl: `http://127.0.0.1:${port}`, env: { REDIS_LANES: '3' } });
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
  account?.close();
  account?.closeAllConnections();
});

const used = (lane: number, userId: string) => {
  const { redis: connection, keys } = ingest.laneAt(lane);
  return usedOf(connection, keys, { userId, month });
};

async function addAccount(lane: number, entry: Partial<FormEntry> = {}) {
  const owner = { id: randomUUID(), userId: randomUUID(), ...entry };
  const endpointId = await ingest.addForm({ ...owner, ...(lane > 0 && { lane }) });
  return { endpointId, ...owner };
}

it('each account is counted and queued in its own lane', async () => {
  const [first, second] = [await addAccount(0), await addAccount(1)];
  const statuses = await Promise.all([
    ...numbers(0, 20).map((n) => submit(ingest, first.endpointId, n)),
    ...numbers(100, 30).map((n) => submit(ingest, second.endpointId, n)),
  ]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await queuedIn(ingest.laneAt(0))).toEqual(numbers(0, 20));
  expect(await queuedIn(ingest.laneAt(1))).toEqual(numbers(100, 30));
  expect(await queuedIn(ingest.laneAt(2))).toEqual([]);
  expect([(await used(0, first.userId)).submissions, (await used(1, first.userId)).submissions]).toEqual([20, 0]);
  expect([(await used(0, second.userId)).submissions, (await used(1, second.userId)).submissions]).toEqual([0, 30]);
  const prefixes = [0, 1].map((lane) => ingest.laneAt(lane).keys.queues);
  expect(prefixes).toEqual([`{${redis.prefix}}`, `{${redis.prefix}:1}`]);
});

it('an idempotency key is kept in the lane of its account', async () => {
  const { endpointId } = await addAccount(2);
  const send = async (n: number) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'key' };
    const response = await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', headers, body: `{"n":${n}}` });
    await response.arrayBuffer();
    return response.status;
  };
  const keysIn = (lane: number) => ingest.redis.keys(ingest.laneAt(lane).keys.idempotency('*'));
  expect([await send(1), await send(1), await send(2)]).toEqual([200, 200, 422]);
  expect([(await keysIn(0)).length, (await keysIn(2)).length]).toEqual([0, 1]);
});

it('a test submission is refused by the full month of its lane', async () => {
  const { endpointId, userId } = await addAccount(1, { submissionLimit: 1 });
  const send = async () => {
    const mark = signTestMark(ingest.config.INTERNAL_TOKEN, endpointId);
    const headers = { 'content-type': 'application/json', [testMarkHeader]: mark };
    const response = await fetch(`${ingest.url}/f/${endpointId}/check`, { method: 'POST', headers, body: '{"n":1}' });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await send()).toBe(200);
  await ingest.redis.hset(ingest.laneAt(1).keys.counter(userId, month), 'submissions', 1);
  expect(await send()).toBe(429);
});

it('what waits while its account moves is stored in the new lane, once, and other accounts do not wait', async () => {
  const [moving, other] = [await addAccount(1), await addAccount(1)];
  expect(await submit(ingest, moving.endpointId, 1_000)).toBe(200);
  const from = ingest.laneAt(1);
  await from.redis.hset(from.keys.counter(moving.userId, month), 'paused', Date.now() + 3_600_000);
  const before = asked.length;
  const waiting = Promise.all(numbers(1_001, 50).map((n) => submit(ingest, moving.endpointId, n)));
  await waitUntil(() => asked.length > before, { what: 'the submissions to wait' });
  expect(await submit(ingest, other.endpointId, 2_000)).toBe(200);

  // The entry changes without an announcement, so what waits must read it by itself.
  const to = ingest.laneAt(2);
  const entry = JSON.parse((await ingest.redis.get(ingest.keys.form(moving.endpointId))) ?? '');
  await makeCounter(to.redis, to.keys, { userId: moving.userId, month }, { submissions: 1 });
  await ingest.redis.set(ingest.keys.form(moving.endpointId), JSON.stringify({ ...entry, lane: 2 }));
  expect(new Set(await waiting)).toEqual(new Set([200]));
  expect(await submit(ingest, moving.endpointId, 1_051)).toBe(200);

  const ofMove = ({ length }: readonly number[]) => length;
  const inLane = async (lane: number) => (await queuedIn(ingest.laneAt(lane))).filter((n) => n >= 1_000 && n < 2_000);
  expect(await inLane(2)).toEqual(numbers(1_001, 51));
  expect([ofMove(await inLane(0)), ofMove(await inLane(1))]).toEqual([0, 1]);
  // What is paused is read by nobody.
  const left = await from.redis.hget(from.keys.counter(moving.userId, month), 'submissions');
  expect([left, (await used(2, moving.userId)).submissions]).toEqual(['1', 52]);
});

it('a submission of a lane that is not configured is refused, and the log says once what to do', async () => {
  const [away, served] = [await addAccount(0), await addAccount(0)];
  const entry = JSON.parse((await ingest.redis.get(ingest.keys.form(away.endpointId))) ?? '');
  await ingest.redis.set(ingest.keys.form(away.endpointId), JSON.stringify({ ...entry, lane: 3 }));
  await ingest.redis.publish(ingest.keys.formChanges, away.endpointId);
  const statuses = await Promise.all(numbers(0, 10).map((n) => submit(ingest, away.endpointId, n)));
  expect([...statuses, await submit(ingest, served.endpointId, 5_000)]).toEqual([...Array(10).fill(503), 200]);
  expect(ingest.lines.filter(({ msg }) => String(msg).startsWith('lanes:'))).toMatchObject([
    { level: 50, lane: 3, lanes: 3, next: expect.stringContaining('REDIS_LANES to at least 4') },
  ]);
});

it('readiness and metrics show each lane', async () => {
  expect(await readiness(ingest)).toEqual({ status: 200, away: [] });
  for (const lane of [0, 1, 2]) {
    const label = `lane="${lane}"`;
    expect(await measured(ingest, 'inlet_direct_path', label)).toBe(0);
    expect(await measured(ingest, 'inlet_direct_submissions_total', label)).toBe(0);
    expect(await measured(ingest, 'inlet_batch_queued_seconds_count', label)).toBeGreaterThan(0);
  }
  for (const name of ['redis', 'redis memory', 'redis of lane 1', 'redis memory of lane 2']) {
    expect(await measured(ingest, 'inlet_dependency_up', `dependency="${name}"`)).toBe(1);
  }
});
