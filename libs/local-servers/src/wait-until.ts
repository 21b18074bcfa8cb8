import { setTimeout as pause } from 'node:timers/promises';

type Options = { timeoutMs?: number; intervalMs?: number; what?: string };

/** A timeout for events that never happen. The suite shares its processors, so durations mean little. */
const hangMs = 60_000;

/** Polls until the result is truthy, and returns it; throws an error with `what` after the timeout. */
export async function waitUntil<T>(
  check: () => T | Promise<T>,
  { timeoutMs = hangMs, intervalMs = 20, what = 'the condition' }: Options = {},
): Promise<Exclude<Awaited<T>, false | null | undefined | 0 | ''>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer as Exclude<Awaited<T>, false | null | undefined | 0 | ''>;
    if (performance.now() >= deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await pause(intervalMs);
  }
}
