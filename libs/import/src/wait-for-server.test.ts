import { expect, it, onTestFinished, vi } from 'vitest';
import { AwayError } from '#run-import.ts';
import { createWait } from '#wait-for-server.ts';

function open() {
  const pauses: number[] = [];
  const wait = createWait({
    signal: new AbortController().signal,
    onWait: () => undefined,
    pause: async (ms) => void pauses.push(ms),
  });
  return { pauses, wait };
}

it('waits longer from attempt to attempt, and throws the reason after the last one', async () => {
  const { pauses, wait } = open();
  const reason = new Error('away');
  for (let attempt = 1; attempt < 8; attempt += 1) await wait(new AwayError(reason), attempt);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
  await expect(wait(new AwayError(reason), 8)).rejects.toBe(reason);
});

it.each([
  [30_000, 30_000],
  [10, 1_000],
  [-5, 1_000],
  [3_000_000_000, 60_000],
  [Number.POSITIVE_INFINITY, 60_000],
])('waits as long as a server asks, within bounds: %i ms', async (asked, pause) => {
  const { pauses, wait } = open();
  await wait(new AwayError(new Error('busy'), asked), 1);
  expect(pauses).toEqual([pause]);
});

it('ends a pause when its time is over, or the run is stopped', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const said: string[] = [];
  const wait = createWait({ signal: stop.signal, onWait: ({ message }) => said.push(message) });
  const first = wait(new AwayError(new Error('busy')), 1);
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  const second = wait(new AwayError(new Error('away')), 7);
  stop.abort();
  await second;
  await wait(new AwayError(new Error('gone')), 7);
  expect([said, vi.getTimerCount()]).toEqual([['busy', 'away', 'gone'], 0]);
});
