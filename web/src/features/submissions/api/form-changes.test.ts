import { expect, it } from 'vitest';
import { createFormChanges } from '#features/submissions/api/form-changes.ts';

it('a read waits for the changes before it', async () => {
  const changes = createFormChanges();
  const change = Promise.withResolvers<void>();
  void changes.sendInOrder(['one'], () => change.promise);
  const read = changes.readBetween(async () => 'after');
  expect(await Promise.race([read, 'waits'])).toBe('waits');
  change.resolve();
  expect(await read).toBe('after');
});

it('a read is repeated until no change has begun beside it', async () => {
  const changes = createFormChanges();
  let reads = 0;
  const answer = await changes.readBetween(async () => {
    reads += 1;
    if (reads < 3) void changes.sendInOrder(['one'], async () => undefined);
    return reads;
  });
  expect(answer).toBe(3);
});

it('a refused change holds up neither reads nor later changes', async () => {
  const changes = createFormChanges();
  const refused = changes.sendInOrder(['one'], () => Promise.reject(new Error('refused')));
  const next = changes.sendInOrder(['one'], async () => 'sent');
  await expect(refused).rejects.toThrow('refused');
  expect(await next).toBe('sent');
  expect(await changes.readBetween(async () => 'page')).toBe('page');
});
