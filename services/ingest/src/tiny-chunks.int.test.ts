import { createLogger } from '@inlet/process/logger';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter } from '@inlet/testing/counters';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { sendTinyChunks } from '@inlet/testing/tiny-chunks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IngestProcess, startIngestProcess } from '#ingest-process.test-setup.ts';

const endpointId = 'tinychunks01';
/** Node's default in a pod of 512 MiB. */
const nodeOptions = ['--max-old-space-size=256'];
/** Any load grows the heap's young generation; after this many chunks it has its final size. */
const warmUpChunks = 50_000;

let redis: TestRedis;
let ingest: IngestProcess;

beforeAll(async () => {
  redis = await createTestRedis();
  const keys = redisKeys(redis.prefix);
  const logger = createLogger({ service: 'test', level: 'silent' });
  const client = openRedis({ role: 'client', url: redis.url, name: 'test', logger });
  await waitUntilConnected(client, 60_000);
  const owner = { id: crypto.randomUUID(), userId: crypto.randomUUID(), name: 'Contact' };
  const entry = { ...owner, isActive: true, allowedOrigins: [], submissionLimit: 1_000 };
  await client.mset({
    [keys.form(endpointId)]: JSON.stringify(entry),
    [keys.formsComplete]: '1',
  });
  await makeCounter(client, keys, { userId: owner.userId, month: monthOf(Date.now()) });
  client.disconnect();
  ingest = await startIngestProcess({ redis, accountUrl: 'http://127.0.0.1:9', nodeOptions });
});
afterAll(async () => {
  await ingest?.stop();
  await redis?.close();
});

const send = (count: number) => sendTinyChunks({ port: ingest.port, path: `/f/${endpointId}`, count });

it('takes no memory for the chunks of a body that it refuses', async () => {
  await send(warmUpChunks);
  const before = await ingest.residentBytes();
  expect(await send(300_000)).toBe(413);
  expect((await ingest.residentBytes()) - before).toBeLessThan(60_000_000);
});

it('survives two bodies of nearly a million chunks each at once', async () => {
  expect(await Promise.all([send(990_000), send(990_000)])).toEqual([413, 413]);
  expect(ingest.isRunning()).toBe(true);
});
