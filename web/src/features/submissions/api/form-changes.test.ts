import { expect, it } from 'vitest';
import { readBetweenChanges, sendInOrder } from '#features/submissions/api/form-changes.ts';
import type { ApiClient } from '#lib/api-client.ts';

const [form, other] = ['form', 'other'];
/** Only tells the changes of one test from those of another. */
const newClient = () => ({}) as ApiClient;

it('a read waits for the changes of its form, and not for those of another', async () => {
  const api = newClient();
  const change = Promise.withResolvers<void>();
  void sendInOrder(api, other, ['one'], () => change.promise);
  expect(await readBetweenChanges(api, form, async () => 'page')).toBe('page');
  const read = readBetweenChanges(api, other, async () => 'after');
  expect(await Promise.race([read, 'waits'])).toBe('waits');
  change.resolve();
  expect(await read).toBe('after');
});

it('a read is repeated until no change has begun beside it', async () => {
  const api = newClient();
  let reads = 0;
  const answer = await readBetweenChanges(api, form, async () => {
    reads += 1;
    if (reads < 3) void sendInOrder(api, form, ['one'], async () => undefined);
    return reads;
  });
  expect(answer).toBe(3);
});

it('a refused change holds up neither reads nor later changes', async () => {
  const api = newClient();
  const refused = sendInOrder(api, form, ['one'], () => Promise.reject(new Error('refused')));
  const next = sendInOrder(api, form, ['one'], async () => 'sent');
  await expect(refused).rejects.toThrow('refused');
  expect(await next).toBe('sent');
  expect(await readBetweenChanges(api, form, async () => 'page')).toBe('page');
});
