import { rm } from 'node:fs/promises';
import { formSchema } from '@inlet/contracts/forms';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { type RunningWork, startBackgroundWork } from '@inlet/process/background-work';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { upkeep } from '#background-work.ts';

let folder: string;
/** A separate Redis for this test, which it can stop. */
let server: Awaited<ReturnType<typeof startRedisServer>>;
let account: TestAccount;
let token: string;
let work: RunningWork;

beforeAll(async () => {
  folder = await makeTemporaryFolder('inlet-outage-');
  server = await startRedisServer({ dir: `${folder}/redis` });
  account = await startTestAccount({ REDIS_URL: server.url });
  token = await account.signIn(await buildUser(account.deps.database.prisma));
  work = startBackgroundWork({ row: upkeep.directory }, account.deps);
  await untilComplete();
});
afterAll(async () => {
  await work?.close();
  await account?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function create(name: string): Promise<string> {
  const answer = await account.call('POST /api/v1/forms', { token, body: { ...newForm, name } });
  expect(answer.status).toBe(201);
  return formSchema.parse(answer.body).endpointId;
}

/** True if Redis has a key; while it is away, every command fails at once. */
async function has(key: string): Promise<boolean> {
  return account.deps.redis.status === 'ready' && (await account.deps.redis.exists(key)) === 1;
}
const untilThere = (endpointId: string) =>
  waitUntil(() => has(account.keys.form(endpointId)), { what: 'the entry to be in Redis' });
const untilComplete = () => waitUntil(() => has(account.keys.formsComplete), { what: 'the directory to be complete' });
const announcedCount = () => account.deps.database.prisma.outboxEntry.count();
const untilDelivered = () => waitUntil(async () => (await announcedCount()) === 0, { what: 'nothing to be announced' });

describe('a form that is created', () => {
  it('while Redis is away is there when Redis is back', async () => {
    await server.stop();
    const endpointId = await create('While Redis is away');
    expect(await announcedCount()).toBe(1);
    expect((await account.call('GET /api/v1/forms', { token })).status).toBe(200);
    expect((await account.call('GET /readyz')).status).toBe(200);

    server = await startRedisServer({ dir: `${folder}/redis`, port: server.port });
    await untilThere(endpointId);
    await untilDelivered();
  });

  it('while Redis has no room is there when it has some again', async () => {
    await account.deps.redis.config('SET', 'maxmemory', '1');
    const endpointId = await create('While Redis is full');
    expect(await announcedCount()).toBe(1);
    expect(await has(account.keys.form(endpointId))).toBe(false);

    await account.deps.redis.config('SET', 'maxmemory', '0');
    await untilThere(endpointId);
    await untilDelivered();
  });

  it('is there again after Redis has lost everything', async () => {
    const endpointIds = [await create('One'), await create('Two')];
    await account.deps.redis.flushall();
    await untilComplete();
    for (const endpointId of endpointIds) expect(await has(account.keys.form(endpointId))).toBe(true);
  });
});
