import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it } from 'vitest';
import { supervise } from '#processes/supervise.ts';

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
