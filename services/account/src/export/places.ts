import { exportsBusy, tooManyExports } from '#errors.ts';

/** A person needs one, and a program that exports two forms at a time is served as well. */
const placesOfAccount = 3;
/** Each holds some pages of a megabyte in memory: together some 100 MB in the worst case. */
const placesOfProcess = 20;

/** How many exports run at once. */
export interface Places {
  /** Takes a place or refuses, and answers how to leave it. */
  readonly take: (userId: string) => () => void;
}

export function createPlaces(): Places {
  const taken = new Map<string, number>();
  let total = 0;

  return {
    take: (userId) => {
      const own = taken.get(userId) ?? 0;
      if (own >= placesOfAccount) throw tooManyExports(placesOfAccount);
      if (total >= placesOfProcess) throw exportsBusy();
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
