/** A service that has lived this long is healthy; its next death is a first one. */
export const HEALTHY_AFTER_MS = 10_000;

const DELAYS_MS = [0, 250, 500, 1_000, 2_000, 5_000] as const;
const LONGEST_DELAY_MS = 5_000;

/** How long to wait before a service that died is started again, given how many times it has died young before. */
export function restartDelayMs(earlyDeathsBefore: number): number {
  return DELAYS_MS[earlyDeathsBefore] ?? LONGEST_DELAY_MS;
}

/** The number of early deaths after another death. */
export function countEarlyDeaths(before: number, livedMs: number): number {
  return livedMs >= HEALTHY_AFTER_MS ? 0 : before + 1;
}
