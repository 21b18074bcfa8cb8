import { rm } from 'node:fs/promises';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter } from '@inlet/testing/counters';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type IngestProcess, startIngestProcess } from '#ingest-process.test-setup.ts';

const prefix = 'role';
const keys = redisKeys(prefix);
const endpointId = 'endpoint0001';
/** Detection takes two seconds; `npm run faults` checks the promised five, but here the machine is busy. */
const noticedMs = 60_000;

let folder: string;
let server: Awaited<ReturnType<typeof startRedisServer>>;
let redis: RedisConnection;
let ingest: IngestProcess;

beforeEach(async () => {
  folder = await makeTemporaryFolder('inlet-role-');
  server = await startRedisServer({ dir: `${folder}/redis` });
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = openRedis({ role: 'client', url: server.url, name: 'test', logger });
  await waitUntilConnected(redis, noticedMs);
  await redis.set(keys.formsComplete, '1');
  const form = { id: crypto.randomUUID(), userId: crypto.randomUUID(), name: 'x', isActive: true };
  await makeCounter(redis, keys, { userId: form.userId, month: monthOf(Date.now()) });
  const entry = { ...form, allowedOrigins: [], submissionLimit: 1_000_000 };
  await redis.set(keys.form(endpointId), JSON.stringify(entry));
  ingest = await startIngestProcess({ redis: { url: server.url, prefix }, accountUrl: 'http://127.0.0.1:9' });
});
afterEach(async () => {
  await ingest?.stop();
  redis?.disconnect();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function submit() {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', headers, body: '{"message":"Hello"}' });
  await answer.arrayBuffer();
  return answer;
}

const metrics = async () => (await fetch(`${ingest.url}/metrics`)).text();
const until = (what: string, holds: () => Promise<boolean>) =>
  waitUntil(holds, { timeoutMs: noticedMs, intervalMs: 50, what });

it('a demoted Redis shows in readiness and metrics soon, and so does its promotion', async () => {
  expect((await submit()).status).toBe(200);
  // Redis becomes the replica of a primary that does not respond, as after a failover that ingest has not noticed.
  await redis.replicaof('127.0.0.1', 1);
  await until('ingest to be unready', async () => (await ingest.readiness()).away.includes('redis'));
  await until('the metrics to show it', async () => {
    const text = await metrics();
    return /^inlet_redis_writable{.*} 0$/m.test(text) && /^inlet_dependency_up{.*"redis".*} 0$/m.test(text);
  });
  const refused = await submit();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  await redis.replicaof('NO', 'ONE');
  await until('a submission to be taken', async () => (await submit()).status === 200);
  await until('ingest to be ready', async () => (await ingest.readiness()).status === 200);
  expect(await metrics()).toMatch(/^inlet_redis_writable{.*} 1$/m);
});
