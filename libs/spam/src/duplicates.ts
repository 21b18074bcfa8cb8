import { hashText } from '#tokens.ts';

/** Counts how often the same fields came to an account. */
export interface Duplicates {
  /** How many others with these fields came in the last minutes. A submission that comes again is not another one. */
  readonly count: (userId: string, submission: { readonly id: string; readonly json: string }, nowMs: number) => number;
}

interface Seen {
  readonly firstId: string;
  readonly fromMs: number;
  others: number;
}

const rememberedMs = 600_000;
/** Some 150 bytes each. The oldest are forgotten first. */
const textsKept = 50_000;

/** Each worker remembers what it has stored itself; nothing is asked and nothing is written. */
export function rememberDuplicates(limit = textsKept): Duplicates {
  const seen = new Map<number, Seen>();
  return {
    count: (userId, { id, json }, nowMs) => {
      const key = hashText(json, hashText(userId, 0));
      const known = seen.get(key);
      if (!known || nowMs - known.fromMs > rememberedMs) {
        seen.delete(key);
        seen.set(key, { firstId: id, fromMs: nowMs, others: 0 });
        if (seen.size > limit) seen.delete(seen.keys().next().value ?? key);
        return 0;
      }
      if (known.firstId === id) return 0;
      known.others += 1;
      return known.others;
    },
  };
}
