import { setTimeout as pause } from 'node:timers/promises';

type Options = { timeoutMs?: number; intervalMs?: number; what?: string };

/** For what never happens. The suite shares its processors, so how long something takes says nothing. */
const hangMs = 60_000;

/** Asks again and again until the answer is truthy, and returns it; fails with `what` when the time is over. */
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
