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
/** Some 150 bytes each. The older half is forgotten first. */
const textsKept = 50_000;

/** Each worker remembers what it has stored itself; nothing is asked and nothing is written. */
export function rememberDuplicates(limit = textsKept): Duplicates {
  // Two halves, of which the older one is dropped as a whole: to delete the first of a map again and again leaves gaps
  // that each look for the first has to pass.
  let [recent, older] = [new Map<number, Seen>(), new Map<number, Seen>()];
  return {
    count: (userId, { id, json }, nowMs) => {
      const key = hashText(json, hashText(userId, 0));
      const known = recent.get(key) ?? older.get(key);
      if (!known || nowMs - known.fromMs > rememberedMs) {
        if (recent.size >= limit / 2) [older, recent] = [recent, new Map()];
        recent.set(key, { firstId: id, fromMs: nowMs, others: 0 });
        return 0;
      }
      if (known.firstId === id) return 0;
      known.others += 1;
      return known.others;
    },
  };
}
