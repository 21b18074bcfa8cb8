import { expect, it, vi } from 'vitest';
import { createConfirmations } from '#lib/confirmations.ts';

it('calls that ask at the same time get one answer, and the next call asks anew', async () => {
  const confirmations = createConfirmations();
  const listener = vi.fn();
  confirmations.subscribe(listener);
  const asked = [confirmations.ask(), confirmations.ask()];
  expect([confirmations.isAsking(), listener.mock.calls.length > 0]).toEqual([true, true]);
  confirmations.settle(true);
  expect(await Promise.all(asked)).toEqual([true, true]);
  expect(confirmations.isAsking()).toBe(false);
  const again = confirmations.ask();
  confirmations.settle(false);
  expect(await again).toBe(false);
});

it('where nobody can be asked the answer is no', async () => {
  const confirmations = createConfirmations();
  confirmations.subscribe(() => undefined)();
  expect(await confirmations.ask()).toBe(false);
});
