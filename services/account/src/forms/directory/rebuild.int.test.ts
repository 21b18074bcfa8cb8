import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import type { RedisConnection } from '@inlet/redis/connections';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { upkeep } from '#background-work.ts';
import { createDirectoryRelay } from '#forms/directory/relay.ts';

let account: TestAccount;
let endpointId: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { database, redis } = account.deps;
  const form = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
  endpointId = form.endpointId;
  await redis.del(account.keys.formsComplete, account.keys.formsRebuild);
});

const exists = async (key: string) => (await account.deps.redis.exists(key)) === 1;

/**
 * A rebuild that a test can interrupt after every form is written, before completion is marked. It returns how often
 * the mark was requested.
 */
function startRelay(beforeMark: () => Promise<void>) {
  const asked = { times: 0 };
  const redis = new Proxy(account.deps.redis, {
    get(target, name) {
      if (name !== 'eval') return Reflect.get(target, name, target);
      return async (...args: Parameters<RedisConnection['eval']>) => {
        asked.times += 1;
        await beforeMark();
        return target.eval(...args);
      };
    },
  });
  const relay = createDirectoryRelay({ ...account.deps, redis, keys: account.keys });
  onTestFinished(startBackgroundWork({ row: upkeep.directory }, { ...account.deps, relay }).close);
  return asked;
}

describe('the rebuild of the directory', () => {
  it('marks the directory as complete, and leaves nothing else behind', async () => {
    startRelay(async () => undefined);
    await waitUntil(() => exists(account.keys.formsComplete));
    expect(await exists(account.keys.form(endpointId))).toBe(true);
    expect(await exists(account.keys.formsRebuild)).toBe(false);
  });

  it('marks nothing when Redis lost its data in between, and starts again', async () => {
    let isFirst = true;
    let wasComplete: boolean | undefined;
    const asked = startRelay(async () => {
      if (isFirst) await loseEverything();
      else wasComplete = await exists(account.keys.formsComplete);
      isFirst = false;
    });
    await waitUntil(() => wasComplete !== undefined, { what: 'the second rebuild' });
    expect([wasComplete, asked.times]).toEqual([false, 2]);
    await waitUntil(() => exists(account.keys.formsComplete));
    expect(await exists(account.keys.form(endpointId))).toBe(true);
  });

  it('leaves the mark to the process that began last', async () => {
    let isFirst = true;
    const asked = startRelay(async () => {
      if (isFirst) await account.deps.redis.set(account.keys.formsRebuild, 'of another process');
      isFirst = false;
    });
    await waitUntil(() => asked.times === 1);
    expect(await exists(account.keys.formsComplete)).toBe(false);
    await waitUntil(() => exists(account.keys.formsComplete), { what: 'the second rebuild' });
  });

  async function loseEverything(): Promise<void> {
    const { redis } = account.deps;
    const keys = await redis.keys(`*${account.env.REDIS_PREFIX}*`);
    if (keys.length > 0) await redis.del(keys);
  }
});
