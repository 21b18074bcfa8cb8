import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { pause } from '#connection/pause.ts';
import { pauseAfter } from '#feed/signals.ts';

it.each([
  ['in a login', (signal: AbortSignal) => pause(3_000_000_000, signal)],
  ['after a failure', (signal: AbortSignal) => pauseAfter(1, signal, { atLeastMs: 3_000_000_000 })],
])('waits, without overflowing the timer, where a service asks for a month: %s', async (_where, wait) => {
  const onWarning = vi.fn();
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const stopping = new AbortController();
  const pausing = wait(stopping.signal);
  process.emitWarning('behind the one of an overflow', 'Mark');
  await once(process, 'warning');
  stopping.abort();
  await expect(pausing).rejects.toThrow('aborted');
  expect(onWarning.mock.calls.map(([{ name }]) => name)).toEqual(['Mark']);
});
