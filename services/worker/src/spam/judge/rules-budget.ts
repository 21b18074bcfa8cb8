import { setImmediate } from 'node:timers/promises';
import type { SpamReason } from '@inlet/contracts/spam';

/**
 * Processor time that a form's own settings may cost for one submission. The longest text and a full block list need
 * some 5 ms, so honest forms never come near it.
 */
export const ownRulesMaxMs = 25;

/** Milliseconds that only grow. */
export type Clock = () => number;

/** The processor time of this thread: a busy machine, on which it waits, shortens no budget. */
export const threadMs: Clock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Some of the checks that the form's owner has chosen were left out, because those before them cost too much. */
export const unfinished: SpamReason = { name: 'unfinished', points: 0 };

export interface RulesBudget {
  /** The result of a check; undefined, without a start, if those before it have spent the budget. */
  readonly run: <Result>(check: () => Result) => Result | undefined;
  /** A check was left out. */
  readonly wasShort: () => boolean;
}

/** What the own rules of a form may cost for one submission. */
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

/** After so much processor time in a row, everything else that the process does comes first. */
const sliceMs = 25;

/** Lets other work of the process in between pieces of a long one. */
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
