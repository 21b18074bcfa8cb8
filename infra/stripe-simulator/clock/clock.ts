/** The simulator's time in whole seconds: the real time plus an offset. */
export interface Clock {
  readonly now: () => number;
  readonly offset: () => number;
  readonly setOffset: (seconds: number) => void;
  /** Moves forward only: an earlier moment changes nothing. */
  readonly moveTo: (moment: number) => void;
}

export function createClock(): Clock {
  let offset = 0;
  const now = () => realNow() + offset;
  return {
    now,
    offset: () => offset,
    setOffset: (seconds) => {
      offset = seconds;
    },
    moveTo: (moment) => {
      offset += Math.max(0, moment - now());
    },
  };
}

export function realNow(): number {
  return Math.floor(Date.now() / 1_000);
}
