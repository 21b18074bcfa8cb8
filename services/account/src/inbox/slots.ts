import type { HttpError } from '@inlet/http/errors';

/** How many of something that takes long run at once. */
export interface Slots {
  /** Takes a slot or refuses, and answers how to give it back. */
  readonly take: (userId: string) => () => void;
}

export interface SlotsOptions {
  readonly ofAccount: number;
  readonly ofProcess: number;
  /** What an account is told that has all of its slots. */
  readonly tooMany: (ofAccount: number) => HttpError;
  /** What everybody is told when the process has enough to do. */
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
