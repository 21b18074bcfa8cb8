import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Amounts, countersNeedSchema } from '@inlet/contracts/quotas';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter } from '@inlet/testing/counters';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

const month = monthOf(Date.now());
let redis: TestRedis;
/** Two instances that run side by side. */
let ingests: TestIngest[];
let questions: number;
let account: ReturnType<typeof createServer>;

/** A fake account: it returns the usage that the test sets for an owner. */
let used: Map<string, Partial<Amounts>>;
/** Owners with a wrong counter. */
let drifted: Set<string>;

beforeAll(async () => {
  used = new Map();
  drifted = new Set();
  questions = 0;
  account = createServer(async (request, response) => {
    questions += 1;
    const { accounts, isRefused } = countersNeedSchema.parse(await json(request));
    const { redis: connection, keys } = ingest(0);
    for (const { userId } of accounts) {
      if (isRefused && drifted.has(userId)) await connection.del(keys.counter(userId, month));
      await makeCounter(connection, keys, { userId, month }, used.get(userId));
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
  const accountUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
  redis = await createTestRedis();
  ingests = await Promise.all([startTestIngest({ redis, accountUrl }), startTestIngest({ redis, accountUrl })]);
});

afterAll(async () => {
  await Promise.all((ingests ?? []).map((ingest) => ingest.close()));
  await redis?.close();
  account?.close();
});

function ingest(index: number): TestIngest {
  const found = ingests[index % ingests.length];
  if (!found) throw new Error('no ingest');
  return found;
}

async function submit(endpointId: string, index: number, fields: Record<string, unknown> = { n: index }) {
  const response = await fetch(`${ingest(index).url}/f/${endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return { status: response.status, body: (await response.json()) as { error?: string; code?: string } };
}

async function submitMany(endpointId: string, count: number) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => submit(endpointId, index)));
  return answers.reduce<Record<number, number>>((sums, { status }) => {
    sums[status] = (sums[status] ?? 0) + 1;
    return sums;
  }, {});
}

describe('the quota of a month', () => {
  it('accepts exactly the plan’s number of submissions, from two ingest processes at once', async () => {
    const endpointId = await ingest(0).addForm({ submissionLimit: 100 });
    expect(await submitMany(endpointId, 300)).toEqual({ 200: 100, 429: 200 });
    expect(await submit(endpointId, 0)).toMatchObject({
      status: 429,
      body: {
        code: 'submission_limit_reached',
        error: 'Monthly submission limit reached (100). Upgrade your plan or wait until next month.',
      },
    });
  });

  it('suggests no upgrade if nothing is for sale', async () => {
    const accountUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
    const free = await startTestIngest({ redis, accountUrl, env: { BILLING: 'off' } });
    onTestFinished(free.close);
    const refusalOf = async (form: { submissionLimit?: number; byteLimit?: number }) => {
      const endpointId = await free.addForm(form);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${free.url}/f/${endpointId}`, { method: 'POST', headers, body: '{"a":1}' });
      return [answer.status, ((await answer.json()) as { error: string }).error];
    };
    const submissions = 'Monthly submission limit reached (0). Wait until next month.';
    expect(await refusalOf({ submissionLimit: 0 })).toEqual([429, submissions]);
    expect(await refusalOf({ byteLimit: 0 })).toEqual([
      429,
      'Monthly data limit reached (0 kB). Wait until next month.',
    ]);
  });

  it('is shared by all forms of an account', async () => {
    const userId = crypto.randomUUID();
    const [first = '', second = ''] = await Promise.all([
      ingest(0).addForm({ userId, submissionLimit: 50 }),
      ingest(0).addForm({ userId, submissionLimit: 50 }),
    ]);
    const sums = await Promise.all([submitMany(first, 60), submitMany(second, 60)]);
    expect(sums.reduce((sum, { 200: stored = 0 }) => sum + stored, 0)).toBe(50);
  });

  it('is asked for when Redis has lost it, and stays exact', async () => {
    const userId = crypto.randomUUID();
    const endpointId = await ingest(0).addForm({ userId, submissionLimit: 100 });
    await submitMany(endpointId, 30);
    const { redis: connection, keys } = ingest(0);
    await connection.del(keys.counter(userId, month));
    used.set(userId, { submissions: 30 });
    const before = questions;
    expect(await submitMany(endpointId, 200)).toEqual({ 200: 70, 429: 130 });
    expect(questions - before).toBeLessThan(20);
  });

  it('is compared with the database when it is full for the first time, and refuses no visitor because of a wrong count', async () => {
    const userId = crypto.randomUUID();
    const endpointId = await ingest(0).addForm({ userId, submissionLimit: 10 });
    const { redis: connection, keys } = ingest(0);
    await connection.hset(keys.counter(userId, month), 'submissions', 10);
    drifted.add(userId);
    used.set(userId, { submissions: 8 });
    expect((await submit(endpointId, 0)).status).toBe(200);
    expect((await submit(endpointId, 0)).status).toBe(200);
    expect((await submit(endpointId, 0)).status).toBe(429);
  });

  it('has bytes too, which spam uses up as well', async () => {
    const endpointId = await ingest(0).addForm({ byteLimit: 40 });
    const fields = { a: 'é'.repeat(5) };
    expect(JSON.stringify(fields)).toHaveLength(13);
    expect((await submit(endpointId, 0, fields)).status).toBe(200);
    expect((await submit(endpointId, 0, { ...fields, _gotcha: 'x' })).status).toBe(200);
    expect(await submit(endpointId, 0, fields)).toMatchObject({
      status: 429,
      body: {
        code: 'byte_limit_reached',
        error: 'Monthly data limit reached (0.04 kB). Upgrade your plan or wait until next month.',
      },
    });
    expect(await submit(endpointId, 0, { ...fields, _gotcha: 'x' })).toMatchObject({ status: 429 });
    expect((await submit(endpointId, 0, {})).status).toBe(400);
  });

  it('follows a change of the plan within a second', async () => {
    const form = { id: crypto.randomUUID(), userId: crypto.randomUUID() };
    const endpointId = await ingest(0).addForm({ ...form, submissionLimit: 10 });
    expect(await submitMany(endpointId, 20)).toEqual({ 200: 10, 429: 10 });
    await ingest(0).addForm({ ...form, endpointId, submissionLimit: 20 });
    await waitUntil(async () => (await submit(endpointId, 0)).status === 200, {
      what: 'the new limit',
    });
    await waitUntil(async () => (await submit(endpointId, 1)).status === 200, {
      what: 'the new limit',
    });
    expect(await submitMany(endpointId, 20)).toEqual({ 200: 8, 429: 12 });
    await ingest(0).addForm({ ...form, endpointId, submissionLimit: 5 });
    await waitUntil(async () => (await submit(endpointId, 0)).body.error?.includes('(5)'));
  });

  it('is not used up by spam', async () => {
    const endpointId = await ingest(0).addForm({ submissionLimit: 1 });
    for (let n = 0; n < 5; n += 1) expect((await submit(endpointId, n, { a: 1, _gotcha: 'x' })).status).toBe(200);
    expect((await submit(endpointId, 0)).status).toBe(200);
    expect((await submit(endpointId, 0)).status).toBe(429);
  });

  it('refuses no other visitor when account has no result', async () => {
    const endpointId = await ingest(0).addForm();
    const { redis: connection, keys } = ingest(0);
    expect((await submit(endpointId, 0)).status).toBe(200);
    const { port } = account.address() as AddressInfo;
    await new Promise((resolve) => {
      account.close(resolve);
      account.closeAllConnections();
    });
    try {
      const userId = crypto.randomUUID();
      const stranger = await ingest(0).addForm({ userId });
      await connection.del(keys.counter(userId, month));
      const [known, unknown] = await Promise.all([submit(endpointId, 0), submit(stranger, 0)]);
      expect(known.status).toBe(200);
      expect(unknown).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    } finally {
      await new Promise<void>((resolve) => account.listen(port, '127.0.0.1', resolve));
    }
  });
});
