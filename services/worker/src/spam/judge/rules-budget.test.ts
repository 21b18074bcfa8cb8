import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openBudget, openSlices, ownRulesMaxMs, threadMs } from '#spam/judge/rules-budget.ts';

/** A clock that only advances when a check makes it. */
function openTime() {
  let nowMs = 0;
  return {
    clock: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

it('a check runs until those before it have cost more than the budget', () => {
  const { clock, pass } = openTime();
  const budget = openBudget(clock);
  budget.run(() => pass(ownRulesMaxMs));
  expect(budget.run(() => 'within')).toBe('within');
  budget.run(() => pass(1));
  expect(budget.wasShort()).toBe(false);
  const ran = vi.fn();
  for (let at = 0; at < 2; at += 1) expect(budget.run(ran)).toBeUndefined();
  expect(ran).not.toHaveBeenCalled();
  expect(budget.wasShort()).toBe(true);
});

it('time between the checks is not theirs', () => {
  const { clock, pass } = openTime();
  const budget = openBudget(clock);
  budget.run(() => pass(1));
  pass(10 * ownRulesMaxMs);
  expect(budget.run(() => 'ran')).toBe('ran');
});

it('work in slices lets other work in between after each slice, and not before', async () => {
  const { clock, pass } = openTime();
  const slices = openSlices(clock);
  let others = 0;
  const other = setImmediate().then(() => {
    others += 1;
  });
  pass(25);
  await slices.rest();
  expect(others).toBe(0);
  pass(1);
  await slices.rest();
  expect(others).toBe(1);
  await other;
});

it('a thread that waits uses no processor time, and one that works does', async () => {
  const before = threadMs();
  while (threadMs() - before < 5);
  expect(threadMs() - before).toBeGreaterThanOrEqual(5);
});
