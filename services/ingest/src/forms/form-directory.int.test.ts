import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createWay, type Socket } from 'node:net';
import type { FieldRule } from '@inlet/contracts/field-rule';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter } from '@inlet/testing/counters';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openFormDirectory } from '#forms/form-directory.ts';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

const known = 'knownform001';
const unknown: Omit<FormEntry, 'isActive'> = {
  id: crypto.randomUUID(),
  userId: crypto.randomUUID(),
  name: 'x',
  allowedOrigins: [],
  submissionLimit: 1_000,
  byteLimit: 1_000_000,
  bodyMaxBytes: null,
};
let redis: TestRedis;
let ingest: TestIngest;
let questions: string[];
const owner = crypto.randomUUID();
let account: ReturnType<typeof createServer>;

beforeAll(async () => {
  questions = [];
  account = createServer((request, response) => {
    questions.push(`${request.url} ${request.headers.authorization}`);
    const isKnown = request.url === `/internal/forms/${known}`;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    const entry = {
      id: crypto.randomUUID(),
      userId: owner,
      name: 'x',
      isActive: true,
      allowedOrigins: [],
      submissionLimit: 1_000,
    };
    response.end(JSON.stringify(isKnown ? entry : {}));
  });
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
  redis = await createTestRedis();
  const { port } = account.address() as AddressInfo;
  ingest = await startTestIngest({ redis, accountUrl: `http://127.0.0.1:${port}` });
});

afterAll(async () => {
  await ingest?.close();
  await redis?.close();
  account?.close();
});

async function submit(endpointId: string, headers = {}): Promise<number> {
  const response = await fetch(`${ingest.url}/f/${endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"a":1}',
  });
  await response.arrayBuffer();
  return response.status;
}

describe('the form directory', () => {
  it('learns within a second that a form was switched off, and that it is on again', async () => {
    const endpointId = await ingest.addForm();
    expect(await submit(endpointId)).toBe(200);
    await ingest.addForm({ endpointId, isActive: false });
    await waitUntil(async () => (await submit(endpointId)) === 404, { what: 'the form to be off' });
    await ingest.addForm({ endpointId });
    await waitUntil(async () => (await submit(endpointId)) === 200, { what: 'the form to be on' });
  });

  it('learns within a second of new origins', async () => {
    const endpointId = await ingest.addForm();
    expect(await submit(endpointId, { origin: 'https://a.example' })).toBe(200);
    await ingest.addForm({ endpointId, allowedOrigins: ['https://b.example'] });
    await waitUntil(async () => (await submit(endpointId, { origin: 'https://a.example' })) === 403, {
      what: 'the old origin to be refused',
    });
    expect(await submit(endpointId, { origin: 'https://b.example' })).toBe(200);
  });

  it('knows that a form does not exist while it is complete, without asking account', async () => {
    const before = questions.length;
    expect(await submit('nosuchform01')).toBe(404);
    expect(questions).toHaveLength(before);
  });

  it('asks account while it is not complete, once for many requests', async () => {
    await makeCounter(ingest.redis, ingest.keys, { userId: owner, month: monthOf(Date.now()) });
    await ingest.redis.del(ingest.keys.formsComplete);
    try {
      const before = questions.length;
      const statuses = await Promise.all(Array.from({ length: 20 }, () => submit(known)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(questions.slice(before)).toEqual([`/internal/forms/${known} Internal ${ingest.config.INTERNAL_TOKEN[0]}`]);
      expect(await submit('nosuchform02')).toBe(404);
    } finally {
      await ingest.redis.set(ingest.keys.formsComplete, '1');
    }
  });

  it('responds with 503 when neither Redis nor account can be reached', async () => {
    await ingest.redis.del(ingest.keys.formsComplete);
    const { port } = account.address() as AddressInfo;
    await new Promise((resolve) => {
      account.close(resolve);
      account.closeAllConnections();
    });
    try {
      expect(await submit('nosuchform03')).toBe(503);
    } finally {
      await ingest.redis.set(ingest.keys.formsComplete, '1');
      await new Promise<void>((resolve) => account.listen(port, '127.0.0.1', resolve));
    }
  });
});

/** A proxy to Redis for the subscriber, which can delay the SUBSCRIBE command. */
async function openWay() {
  const sockets: Socket[] = [];
  let isHolding = false;
  const held: { readonly far: Socket; readonly bytes: Buffer }[] = [];
  const { hostname, port } = new URL(redis.url);
  const way = createWay((near) => {
    const far = connect(Number(port), hostname);
    far.pipe(near);
    near.on('data', (bytes) => {
      if (isHolding && (held.length > 0 || /subscribe/i.test(bytes.toString('latin1')))) held.push({ far, bytes });
      else far.write(bytes);
    });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    sockets.push(near, far);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    breakAll();
    way.close();
  });
  return {
    url: `redis://127.0.0.1:${(way.address() as AddressInfo).port}`,
    held,
    breakAndHold: () => {
      isHolding = true;
      breakAll();
    },
    release: () => {
      isHolding = false;
      for (const { far, bytes } of held) far.write(bytes);
    },
  };
}

describe('a form that changes before the directory listens again', () => {
  it('is not remembered as it was', async () => {
    const way = await openWay();
    const logger = createLogger({ service: 'test', level: 'silent' });
    const subscriber = openRedis({ role: 'subscriber', url: way.url, name: 'test', logger });
    onTestFinished(() => subscriber.disconnect());
    await waitUntilConnected(subscriber, 60_000);
    const account = { form: async () => null, isStored: async () => false };
    const { redis, keys } = ingest;
    // The connection check would detect this too, so it is switched off.
    const isRedisAway = () => false;
    const options = { redis, subscriber, keys, account, isRedisAway, logger, lookEveryMs: 600_000 };
    const directory = openFormDirectory(options);
    onTestFinished(directory.close);

    way.breakAndHold();
    await waitUntil(() => way.held.length > 0, { what: 'the wish to listen' });
    const endpointId = await ingest.addForm();
    expect(await directory.find(endpointId)).not.toBeNull();
    await ingest.addForm({ endpointId, isActive: false });
    way.release();
    await waitUntil(async () => (await directory.find(endpointId))?.isActive === false, { what: 'the form to be off' });
  });
});

describe('while Redis is away', () => {
  it('a copy is used for at most a minute, and is at most ten seconds old while account responds', async () => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const subscriber = openRedis({ role: 'subscriber', url: 'redis://127.0.0.1:9', name: 'test', logger });
    onTestFinished(() => subscriber.disconnect());
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let entry: FormEntry | null | Error = null;
    let asked = 0;
    const form = async () => {
      asked += 1;
      if (entry instanceof Error) throw entry;
      return entry;
    };
    const account = { form, isStored: async () => false };
    const { redis } = ingest;
    const keys = redisKeys('an empty one');
    const isRedisAway = () => true;
    const directory = openFormDirectory({ redis, subscriber, keys, account, isRedisAway, logger });
    onTestFinished(directory.close);
    const isActive = async () => (await directory.find(known))?.isActive;
    const on: FormEntry = { ...unknown, isActive: true };

    entry = on;
    expect(await isActive()).toBe(true);
    entry = { ...on, isActive: false };
    vi.advanceTimersByTime(4_000);
    expect([await isActive(), asked]).toEqual([true, 1]);
    vi.advanceTimersByTime(2_000);
    expect([await isActive(), asked]).toEqual([true, 2]);
    await waitUntil(async () => (await isActive()) === false, { what: 'the form to be off' });
    entry = on;
    vi.advanceTimersByTime(11_000);
    expect([await isActive(), asked]).toEqual([true, 3]);

    entry = new Error('account is away');
    vi.advanceTimersByTime(59_000);
    expect([await isActive(), asked]).toEqual([true, 4]);
    vi.advanceTimersByTime(2_000);
    await expect(isActive()).rejects.toThrow();
  });
});

const afterSending = { message: 'x'.repeat(500), redirect: null, name: null, logo: null, color: null };
const pattern: FieldRule = { name: 'a', type: 'text', pattern: 'a+' };
const rules: FormEntry['rules'] = { version: 1, mode: 'enforce', unknown: 'keep', fields: [pattern] };

it.each([
  ['long texts', { afterSending }, 2_000],
  ['patterns', { rules }, 45_000],
])('forms with %s take no more memory than many short ones', async (_what, more, charactersKept) => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const subscriber = openRedis({ role: 'subscriber', url: 'redis://127.0.0.1:9', name: 'test', logger });
  onTestFinished(() => subscriber.disconnect());
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  const form = async (endpointId: string): Promise<FormEntry> => {
    asked.push(endpointId);
    return { ...unknown, isActive: true, ...more };
  };
  const { redis } = ingest;
  const options = { redis, subscriber, keys: redisKeys('an empty one'), account: { form }, logger };
  const directory = openFormDirectory({ ...options, isRedisAway: () => true, charactersKept });
  onTestFinished(directory.close);
  const [first = '', second = '', third = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(12));
  for (const endpointId of [first, second, first, third, first, second]) await directory.find(endpointId);
  expect(asked).toEqual([first, second, third, second]);
});
