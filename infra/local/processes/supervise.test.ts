import { waitUntil } from '@inlet/local-servers/wait-until';
import { describe, expect, it } from 'vitest';
import { countEarlyDeaths, HEALTHY_AFTER_MS, restartDelayMs, supervise } from '#processes/supervise.ts';

it('starts again until a start succeeds, and never once it is stopped', async () => {
  const said: string[] = [];
  const pids: number[] = [];
  const ends: (() => void)[] = [];
  let starts = 0;
  const start = async () => {
    starts += 1;
    if (starts === 2) throw new Error('the port is taken');
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    return { pid: starts, exited, stop: async () => resolve() };
  };
  const { ready, stop } = supervise('redis', start, {
    say: (line) => said.push(line),
    onStarted: (pid) => pids.push(pid),
  });
  await ready;
  ends[0]?.();
  await waitUntil(() => pids.length === 2);
  expect(said).toEqual([
    'redis ended; starting it again',
    'redis did not start again (the port is taken); starting it again',
  ]);
  await stop();
  expect(pids).toEqual([1, 3]);
});

describe('restartDelayMs', () => {
  it('starts a service again at once the first time', () => {
    expect(restartDelayMs(0)).toBe(0);
  });

  it('waits longer from death to death, and five seconds at most', () => {
    const delays = Array.from({ length: 20 }, (_, deaths) => restartDelayMs(deaths));
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays.at(-1)).toBe(5_000);
  });
});

describe('countEarlyDeaths', () => {
  it('counts on while a service keeps dying young', () => {
    expect(countEarlyDeaths(2, HEALTHY_AFTER_MS - 1)).toBe(3);
  });

  it('begins anew after a healthy life', () => {
    expect(countEarlyDeaths(7, HEALTHY_AFTER_MS)).toBe(0);
  });
});
