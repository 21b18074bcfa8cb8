import { expect, it, onTestFinished, vi } from 'vitest';
import { type BackgroundWork, startBackgroundWork } from '#background-work.ts';
import { recordLog } from '#recorded-log.test-setup.ts';

const hourMs = 3_600_000;
const defaults = { everyMs: hourMs, complaint: 'row: failed' };

function start(table: Readonly<Record<string, BackgroundWork<unknown>>>) {
  const { logger, lines } = recordLog();
  const work = startBackgroundWork(table, { logger });
  onTestFinished(work.close);
  return { work, lines };
}

it('starts every row, and begins the next round of a row at once when another one asks for it', async () => {
  const rounds: string[] = [];
  const { work } = start({
    one: { ...defaults, run: async () => void rounds.push('one') },
    two: {
      ...defaults,
      run: async (_deps, { wake }) => {
        rounds.push('two');
        await Promise.resolve();
        wake('one');
      },
    },
  });
  await vi.waitFor(() => expect(rounds).toEqual(['one', 'two', 'one']), 60_000);
  work.wake('two');
  await vi.waitFor(() => expect(rounds).toEqual(['one', 'two', 'one', 'two', 'one']), 60_000);
});

it('repeats a piece until it returns false', async () => {
  let left = 3;
  const { promise, resolve } = Promise.withResolvers<number>();
  start({
    row: {
      ...defaults,
      run: async (_deps, { repeat }) => {
        await repeat(async () => {
          left -= 1;
          return left > 0;
        });
        resolve(left);
      },
    },
  });
  expect(await promise).toBe(0);
});

it('rests after each piece by a multiple of the time that it took', async () => {
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  let nowMs = 0;
  clock.mockImplementation(() => nowMs);
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let pieces = 0;
  const { work } = start({
    row: {
      ...defaults,
      restFactor: 3,
      run: async (_deps, { repeat }) =>
        repeat(async () => {
          pieces += 1;
          // The rest is so long that only closing ends it.
          nowMs += hourMs;
          begin();
          return pieces < 1_000;
        }),
    },
  });
  await begun;
  await new Promise((resolve) => setImmediate(resolve));
  expect(pieces).toBe(1);
  await work.close();
  expect(pieces).toBe(1);
});

it('tries the work of a start again until it has succeeded once', async () => {
  let round = 0;
  const { work, lines } = start({
    row: {
      ...defaults,
      everyMs: 'once',
      retryMs: 1,
      run: async () => {
        round += 1;
        if (round < 3) throw new Error('away');
      },
    },
  });
  await vi.waitFor(() => expect(round).toBe(3), 60_000);
  await new Promise((resolve) => setImmediate(resolve));
  work.wake('row');
  await work.close();
  expect(round).toBe(3);
  expect(lines.map(({ msg }) => msg)).toEqual(['row: failed']);
});
