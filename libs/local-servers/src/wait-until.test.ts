import { expect, it } from 'vitest';
import { waitUntil } from '#wait-until.ts';

it('returns the first truthy value', async () => {
  const answers = [undefined, 0, 'now', 'later'];
  expect(await waitUntil(() => answers.shift(), { intervalMs: 1 })).toBe('now');
});

it('names the awaited event when the time is over', async () => {
  await expect(waitUntil(() => false, { timeoutMs: 5, intervalMs: 1, what: 'the mail' })).rejects.toThrow(
    'Waited 5 ms in vain for the mail',
  );
});

it('fails at once when asking itself fails', async () => {
  await expect(waitUntil(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
