export type Clock = ReturnType<typeof createClock>;

/** The simulator's time in whole seconds: the real time plus an offset. */
export function createClock() {
  let offset = 0;
  const now = () => realNow() + offset;
  return {
    now,
    offset: () => offset,
    setOffset: (seconds: number) => {
      offset = seconds;
    },
    /** Only moves forward: an earlier moment changes nothing. */
    moveTo: (moment: number) => {
      offset += Math.max(0, moment - now());
    },
  };
}

export function realNow(): number {
  return Math.floor(Date.now() / 1_000);
}
