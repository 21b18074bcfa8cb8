import type { UpdateForm } from '@inlet/contracts/forms';
import { beforeEach, expect, it, vi } from 'vitest';
import { createSaveQueue } from '#features/forms/settings/save-queue.ts';

beforeEach(() => vi.useFakeTimers());

const origins = (...allowedOrigins: string[]): UpdateForm => ({ isActive: true, allowedOrigins });

it('saves itself a tenth of a second after a change, and changes in a row once', async () => {
  const { queue, sent } = setUp();
  queue.save('auto', origins('https://a.example'));
  await vi.advanceTimersByTimeAsync(99);
  queue.save('auto', origins('https://a.example', 'https://b.example'));
  await vi.advanceTimersByTimeAsync(99);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([origins('https://a.example', 'https://b.example')]);
});

it('sends changes during a save after it, with the last state', async () => {
  const { queue, sent, answer } = setUp();
  queue.save('auto', origins('https://a.example'));
  await vi.advanceTimersByTimeAsync(100);
  queue.save('auto', origins('https://b.example'));
  await vi.advanceTimersByTimeAsync(1_000);
  queue.save('auto', origins('https://c.example'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(1);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([origins('https://a.example'), origins('https://c.example')]);
});

it('confirms a manual save for three seconds, and an automatic one for two', async () => {
  const { queue, answer } = setUp();
  queue.save('manual', { name: 'Contact' });
  answer();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(queue.getState().saved).toBe('manual');
  await vi.advanceTimersByTimeAsync(1);
  expect(queue.getState().saved).toBeNull();
  queue.save('auto', origins());
  await vi.advanceTimersByTimeAsync(100);
  answer();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(queue.getState().saved).toBe('auto');
  await vi.advanceTimersByTimeAsync(1);
  expect(queue.getState().saved).toBeNull();
});

it('a manual save sends a waiting automatic one at once', async () => {
  const { queue, sent, answer } = setUp();
  queue.save('auto', origins('https://a.example'));
  queue.save('manual', { name: 'Contact' });
  expect(sent).toEqual([{ ...origins('https://a.example'), name: 'Contact' }]);
  expect(queue.getState().underWay).toEqual(sent[0]);
  answer();
  await vi.advanceTimersByTimeAsync(500);
  expect(queue.getState()).toEqual({ underWay: {}, saved: 'manual', failure: null });
  expect(sent).toHaveLength(1);
});

it('keeps a failure until the change is saved', async () => {
  const { queue, answer, refuse } = setUp();
  const error = new Error('The network is away');
  queue.save('manual', { name: 'Contact' });
  refuse(error);
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.getState()).toEqual({ underWay: {}, saved: null, failure: { kind: 'manual', error } });
  queue.save('auto', origins());
  await vi.advanceTimersByTimeAsync(100);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.getState().failure).toEqual({ kind: 'manual', error });
  queue.save('manual', { name: 'Contact' });
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.getState().failure).toBeNull();
});

it('continues after a failure with later changes', async () => {
  const { queue, sent, refuse } = setUp();
  queue.save('auto', origins('https://a.example'));
  await vi.advanceTimersByTimeAsync(100);
  queue.save('auto', origins('https://a.example', 'https://b.example'));
  refuse(new Error('The network is away'));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)).toEqual(origins('https://a.example', 'https://b.example'));
});

it('loses nothing when the screen is left within the delay', () => {
  const { queue, sent } = setUp();
  queue.save('auto', origins('https://a.example'));
  queue.flush();
  expect(sent).toEqual([origins('https://a.example')]);
});

function setUp() {
  const sent: UpdateForm[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const queue = createSaveQueue((change) => {
    sent.push(change);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  return {
    queue,
    sent,
    answer: () => answers.at(-1)?.resolve(),
    refuse: (error: Error) => answers.at(-1)?.reject(error),
  };
}
