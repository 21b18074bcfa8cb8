import { rm } from 'node:fs/promises';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { startRedisServer } from '@inlet/testing/redis-server';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';
import { announce, follow, startLive } from '#inbox/live/live.test-setup.ts';

it('a stream stays open while Redis is away, and misses nothing', async () => {
  const folder = await makeTestFolder('inlet-outage-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let server = await startRedisServer({ dir: `${folder}/redis` });
  onTestFinished(() => server.stop());
  const account = await startTestAccount({ REDIS_URL: server.url });
  onTestFinished(() => account.close());
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  const token = await account.signIn(user);
  const form = await buildForm(prisma, { userId: user.id });
  await startLive(account, form.id, token);
  const stored = async () => {
    const row = await buildSubmission(prisma, { formId: form.id });
    await announce(account, row);
    return row.id;
  };

  const following = await follow(account, form.id, { token });
  onTestFinished(following.leave);
  await waitUntil(() => following.lastEventId() !== undefined);
  const ids = [await stored()];
  await server.stop();
  await waitUntil(() => account.deps.redis.status !== 'ready');
  const late = await follow(account, form.id, { token, lastEventId: following.lastEventId() });
  onTestFinished(late.leave);
  expect([late.status, following.hasEnded()]).toEqual([200, false]);

  server = await startRedisServer({ dir: `${folder}/redis`, port: server.port });
  await waitUntil(() => account.deps.redis.status === 'ready');
  ids.push(await stored(), await stored());
  await waitUntil(() => following.ids().length >= 3 && late.ids().length >= 2);
  expect(following.ids()).toEqual(ids);
  expect([following, late].flatMap(({ events }) => events.filter(({ event }) => event === 'reset'))).toEqual([]);
});
