import type { HttpError } from '@inlet/http/errors';

/** Limits the number of concurrent long operations. */
export interface Slots {
  /** Takes a slot or refuses, and returns a function that releases it. */
  readonly take: (userId: string) => () => void;
}

export interface SlotsOptions {
  readonly ofAccount: number;
  readonly ofProcess: number;
  /** The error for an account that uses all of its slots. */
  readonly tooMany: (ofAccount: number) => HttpError;
  /** The error for everyone if the process is busy. */
  readonly busy: () => HttpError;
}

export function createSlots({ ofAccount, ofProcess, tooMany, busy }: SlotsOptions): Slots {
  const taken = new Map<string, number>();
  let total = 0;

  return {
    take: (userId) => {
      const own = taken.get(userId) ?? 0;
      if (own >= ofAccount) throw tooMany(ofAccount);
      if (total >= ofProcess) throw busy();
      taken.set(userId, own + 1);
      total += 1;
      return () => {
        const left = (taken.get(userId) ?? 1) - 1;
        if (left === 0) taken.delete(userId);
        else taken.set(userId, left);
        total -= 1;
      };
    },
  };
}
