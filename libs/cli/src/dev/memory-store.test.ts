import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { expect, it } from 'vitest';
import { createMemoryStore } from '#dev/memory-store.ts';

function openStore() {
  const taken: string[] = [];
  const { store } = createMemoryStore(async ({ submission }) => void taken.push(submission.id));
  const send = (id: string, key?: string, digest = id) =>
    store({
      submission: buildAcceptedSubmission({ id, formId: 'form' }),
      limits: { submissions: 1, bytes: 1 },
      claim: key === undefined ? null : { name: key, digest },
      requestId: 'request-1',
      endpointId: 'abc123def456',
      lane: 0,
    });
  return { taken, send };
}

it('takes a submission once, and gives a key to one submission', async () => {
  const { taken, send } = openStore();
  expect(await send('a', 'key')).toBe(true);
  expect(await send('a', 'key')).toBe(false);
  await expect(send('b', 'key')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await send('b')).toBe(true);
  expect(taken).toEqual(['a', 'b']);
});

it('forgets the oldest after ten thousand', async () => {
  const { taken, send } = openStore();
  for (let n = 0; n <= 10_000; n += 1) await send(`id ${n}`);
  expect(await send('id 10000')).toBe(false);
  expect(await send('id 0')).toBe(true);
  expect(taken).toHaveLength(10_002);
});
