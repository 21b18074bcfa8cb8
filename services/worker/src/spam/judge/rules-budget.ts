import { setImmediate } from 'node:timers/promises';
import type { SpamReason } from '@inlet/contracts/spam';

/**
 * The processor time that a form's own settings may use for one submission. The longest text and a full block list take
 * some 5 ms, so ordinary forms stay far below.
 */
export const ownRulesMaxMs = 25;

/** A monotonic clock in milliseconds. */
export type Clock = () => number;

/** The processor time of this thread: waiting on a busy machine does not count. */
export const threadMs: Clock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Some checks that the owner has chosen were skipped, because the previous ones took too long. */
export const unfinished: SpamReason = { name: 'unfinished', points: 0 };

export interface RulesBudget {
  /** Returns the result of a check, or undefined without running it if the budget is used up. */
  readonly run: <Result>(check: () => Result) => Result | undefined;
  /** True if a check was skipped. */
  readonly wasShort: () => boolean;
}

/** The budget of a form's own rules for one submission. */
export function openBudget(clock: Clock): RulesBudget {
  let spentMs = 0;
  let wasShort = false;
  return {
    run: (check) => {
      if (spentMs > ownRulesMaxMs) {
        wasShort = true;
        return undefined;
      }
      const before = clock();
      const result = check();
      spentMs += clock() - before;
      return result;
    },
    wasShort: () => wasShort,
  };
}

/** After this much processor time in a row, other work of the process runs first. */
const sliceMs = 25;

/** Lets other work of the process run between pieces of long work. */
export function openSlices(clock: Clock): { readonly rest: () => Promise<void> } {
  let startMs = clock();
  return {
    rest: async () => {
      if (clock() - startMs <= sliceMs) return;
      await setImmediate();
      startMs = clock();
    },
  };
}
