import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type ServiceProcess, startServiceProcess } from '@inlet/testing/service-process';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { sendTinyChunks } from '@inlet/testing/tiny-chunks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEnv } from '#account.test-setup.ts';

/** The young generation in a pod, and Node's default heap in its 768 MiB. */
const nodeOptions = ['--max-semi-space-size=4', '--max-old-space-size=384'];
/** It has the format of a signature; only after reading the body does it turn out to be invalid. */
const headers = { 'stripe-signature': `t=1,v1=${createHash('sha256').digest('hex')}` };
/** Any load grows the heap's young generation; after this many chunks it has its final size. */
const warmUpChunks = 50_000;

let database: TestDatabase;
let redis: TestRedis;
let account: ServiceProcess;

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const program = fileURLToPath(import.meta.resolve('#main.ts'));
  account = await startServiceProcess({ program, env: testEnv(database, redis), nodeOptions });
});
afterAll(async () => {
  await account?.stop();
  await Promise.all([database?.close(), redis?.close()]);
});

const send = (path: string, count: number, more: Record<string, string> = headers) =>
  sendTinyChunks({ port: account.port, path, count, headers: more });

it.each([
  ['a webhook', '/api/payment/webhook', 300_000],
  ['a request', '/api/auth/sign-in', 250_000],
])('takes no memory for the chunks of %s that it refuses', async (_what, path, count) => {
  await send(path, warmUpChunks);
  const before = await account.residentBytes();
  expect(await send(path, count)).toBe(413);
  expect((await account.residentBytes()) - before).toBeLessThan(60_000_000);
});

it('survives two webhooks of nearly a million chunks each at once', async () => {
  const path = '/api/payment/webhook';
  expect(await Promise.all([send(path, 990_000), send(path, 990_000)])).toEqual([413, 413]);
  expect(account.isRunning()).toBe(true);
});
