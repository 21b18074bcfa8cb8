import { rm } from 'node:fs/promises';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';
import { count, follow, startLive } from '#inbox/live/live.test-setup.ts';

it('a stream stays open while Redis is away, and is told once Redis is back', async () => {
  const folder = await makeTemporaryFolder('inlet-outage-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let server = await startRedisServer({ dir: `${folder}/redis` });
  onTestFinished(() => server.stop());
  const account = await startTestAccount({ REDIS_URL: server.url });
  onTestFinished(() => account.close());
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  const token = await account.signIn(user);
  const form = await buildForm(prisma, { userId: user.id });
  await startLive(account);

  const following = await follow(account, form.id, { token });
  onTestFinished(following.leave);
  await waitUntil(() => following.totals().length === 1);
  await server.stop();
  await waitUntil(() => account.deps.redis.status !== 'ready');
  await count(account, form.id);
  const late = await follow(account, form.id, { token });
  onTestFinished(late.leave);
  await waitUntil(() => late.totals().length === 1);
  expect([late.status, late.totals(), following.totals(), following.hasEnded()]).toEqual([200, [1], [0], false]);

  server = await startRedisServer({ dir: `${folder}/redis`, port: server.port });
  await waitUntil(() => following.totals().at(-1) === 1 && late.totals().length > 1);
});
