import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { waitingUsage } from '@inlet/queue/waiting-usage';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IngestProcess, startIngestProcess } from '#ingest-process.test-setup.ts';

const prefix = 'outage';
const keys = redisKeys(prefix);
const month = monthOf(Date.now());

let folder: string;
/** A separate Redis for this test, which syncs writes to disk as in production. */
let server: Awaited<ReturnType<typeof startRedisServer>>;
let account: Server;
let redis: RedisConnection;
let ingest: IngestProcess;
let endpointIds: string[];
/** Every submission that was sent, with its status. */
let sent: Map<number, number>;

const userId = crypto.randomUUID();
const formId = crypto.randomUUID();

beforeEach(async () => {
  folder = await makeTemporaryFolder('inlet-outage-');
  server = await startRedisServer({ dir: `${folder}/redis` });
  redis = openRedis({
    role: 'client',
    url: server.url,
    name: 'test',
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  await waitUntilConnected(redis, 60_000);
  sent = new Map();
  endpointIds = Array.from({ length: 40 }, (_, n) => `endpoint${String(n).padStart(4, '0')}`);
  await redis.set(keys.formsComplete, '1');
  await makeCounter(redis, keys, { userId, month });
  const entry = { id: formId, userId, name: 'x', isActive: true, allowedOrigins: [], submissionLimit: 1_000_000 };
  for (const endpointId of endpointIds) await redis.set(keys.form(endpointId), JSON.stringify(entry));
  account = await startAccount();
  const accountUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
  ingest = await startIngestProcess({ redis: { url: server.url, prefix }, accountUrl });
  expect(await submit()).toMatchObject({ status: 200 });
});
afterEach(async () => {
  await ingest?.stop();
  account?.close();
  account?.closeAllConnections();
  redis?.disconnect();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns an account's usage, as the account service does while the database is empty. */
async function startAccount(): Promise<Server> {
  const listening = createServer((_request, response) => {
    waitingUsage(redis, keys)
      .then(async ([first, ...rest]) => {
        const count = rest.reduce((sum, { submissions }) => sum + submissions, first?.submissions ?? 0);
        await makeCounter(redis, keys, { userId, month }, { submissions: count });
      })
      .then(
        () => response.writeHead(204).end(),
        () => response.writeHead(503).end(),
      );
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return listening;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Ingest knows the first form; it must look up the others. */
async function submit(form = 0, text = ''): Promise<Answer> {
  const n = sent.size;
  sent.set(n, 0);
  const response = await fetch(`${ingest.url}/f/${endpointIds[form]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ n, text }),
  });
  await response.arrayBuffer();
  sent.set(n, response.status);
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

/** The numbers of the submissions in Redis, repeated for duplicates. */
async function queued(): Promise<number[]> {
  const queue = `${keys.queues}:submissions`;
  const ids = await redis.lrange(`${queue}:wait`, 0, -1);
  const texts = await Promise.all(ids.map((id) => redis.hget(`${queue}:${id}`, 'data')));
  return texts
    .flatMap((text) => unpackBatch(submissionBatchSchema.parse(JSON.parse(text ?? ''))))
    .map(({ json }) => Number(JSON.parse(json).n));
}

/** Acknowledged submissions are stored exactly once; the others at most once. */
async function expectNothingLost(): Promise<void> {
  const there = await queued();
  const acknowledged = [...sent].filter(([, status]) => status === 200).map(([n]) => n);
  expect(acknowledged.filter((n) => !there.includes(n))).toEqual([]);
  expect(there.filter((n, index) => there.indexOf(n) !== index)).toEqual([]);
  expect(there.filter((n) => !sent.has(n))).toEqual([]);
}

/** The month counts exactly the waiting submissions. */
const expectCounted = async () => {
  // Redis may still be recovering.
  await untilAccepted();
  const { submissions } = await usedOf(redis, keys, { userId, month });
  expect(submissions).toBe((await queued()).length);
};

function expectTurnedAway(answers: readonly Answer[]): void {
  for (const { status, retryAfter } of answers) {
    expect(status).toBe(503);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
}

const untilAccepted = () =>
  waitUntil(async () => (await submit()).status === 200, { what: 'a submission to be taken' });
const untilReadiness = (status: number) =>
  waitUntil(async () => (await ingest.readiness()).status === status, { what: `the readiness to be ${status}` });
const untilConnected = () => waitUntil(() => redis.status === 'ready', { what: 'the test itself to be connected' });

/** Submissions to known and unknown forms, which arrive one at a time over a time. */
function submitOver(durationMs: number, count: number): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await pause((index * durationMs) / count);
      return submit(index % 3 === 0 ? 1 + index : 0);
    }),
  );
}

describe('while Redis is away', () => {
  it('every submission is turned away, and taken again soon after it is back', async () => {
    await server.stop();
    await untilReadiness(503);
    expectTurnedAway(await submitOver(500, 30));
    expect((await ingest.readiness()).away).toContain('redis');

    server = await startRedisServer({ dir: `${folder}/redis`, port: server.port });
    await untilAccepted();
    await untilReadiness(200);
    await untilConnected();
    await expectNothingLost();
    await expectCounted();
    expect(process.kill(ingest.pid, 0)).toBe(true);
  });
});

describe('while Redis hangs', () => {
  it('every submission is turned away, whenever it comes, and taken again when Redis goes on', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      const answers = submitOver(4_500, 36);
      await untilReadiness(503);
      expectTurnedAway(await answers);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await untilAccepted();
    await untilReadiness(200);
    await untilConnected();
    await expectNothingLost();
    await expectCounted();
  });

  it('under load, nothing that was acknowledged is missing', async () => {
    let isOver = false;
    const answers: Answer[] = [];
    const senders = Array.from({ length: 10 }, async () => {
      while (!isOver) answers.push(await submit());
    });
    const goal = sent.size + 100;
    await waitUntil(() => sent.size > goal);
    process.kill(server.pid, 'SIGSTOP');
    try {
      await waitUntil(() => answers.some(({ status }) => status === 503), { what: 'the first to be turned away' });
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    const taken = answers.filter(({ status }) => status === 200).length;
    await waitUntil(() => answers.filter(({ status }) => status === 200).length > taken + 100);
    isOver = true;
    await Promise.all(senders);
    await untilConnected();
    await expectNothingLost();
    await expectCounted();
  });
});

describe('while Redis is full', () => {
  it('every submission is refused, the readiness reports why, and submissions are accepted again once there is memory', async () => {
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
    await redis.config('SET', 'maxmemory', used + 3_000_000);
    const large = 'x'.repeat(200_000);
    // Redis itself may refuse a large one and still accept a small one after it; once it is marked as full, nothing is
    // tried.
    const isFull = async () => (await submit(0, large)).status === 503 && (await ingest.readiness()).status === 503;
    await waitUntil(isFull, { what: 'Redis to be full' });
    const before = await queued();
    expectTurnedAway(await submitOver(100, 10));
    expect((await ingest.readiness()).away).toContain('redis memory');
    expect(await queued()).toEqual(before);

    await redis.config('SET', 'maxmemory', 0);
    await untilAccepted();
    await untilReadiness(200);
    await expectNothingLost();
    await expectCounted();
  });

  it('a limit that is passed all at once turns submissions away as well', async () => {
    await redis.config('SET', 'maxmemory', 1);
    expectTurnedAway(await submitOver(1_500, 15));
    await redis.config('SET', 'maxmemory', 0);
    await untilAccepted();
    await expectNothingLost();
    await expectCounted();
  });
});
