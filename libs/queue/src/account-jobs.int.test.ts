import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { UnrecoverableError } from 'bullmq';
import { expect, it, vi } from 'vitest';
import { countAccountJobs } from '#account-jobs.ts';
import { openTestQueue } from '#queue.test-setup.ts';

it('counts the batches of an account that are not stored, and reads each batch once', async () => {
  const { redis, keys, producer, queue, consume } = await openTestQueue();
  const [userId, formId] = [randomUUID(), randomUUID()];
  const count = countAccountJobs(redis, keys, userId);
  const add = async (id: string, ...users: string[]) => {
    const batch = users.map((user) => buildAcceptedSubmission({ formId, userId: user }));
    await producer.add('store-submissions', id, packBatch(batch));
  };
  expect(await count()).toEqual({ waiting: 0, failed: 0 });
  await add('theirs', randomUUID());
  await add('ours', userId, randomUUID());
  const reads = vi.spyOn(redis, 'hget');
  expect(await count()).toEqual({ waiting: 1, failed: 0 });
  await add('ours too', userId);
  expect(await count()).toEqual({ waiting: 2, failed: 0 });
  expect(reads).toHaveBeenCalledTimes(3);

  const consumers = await consume(async (_payload, { jobId }) => {
    if (jobId === 'ours too') throw new UnrecoverableError('refused');
  });
  await waitUntil(async () => (await queue.getFailedCount()) === 1 && (await queue.getWaitingCount()) === 0);
  await consumers.close();
  expect(await count()).toEqual({ waiting: 0, failed: 1 });
});
