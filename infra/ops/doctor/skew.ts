import { type Finding, warning } from '#doctor/finding.ts';

/** Tokens, months and rate limits are told by clocks; a difference of some seconds begins to show. */
const skewMaxSeconds = 2;

/** Compares another machine's clock with ours, between which the question and the answer travelled. */
export function skewOf(who: string, theirMs: number, askedMs: number): Finding | null {
  const nowMs = Date.now();
  const offMs = theirMs < askedMs ? askedMs - theirMs : Math.max(0, theirMs - nowMs);
  if (offMs < skewMaxSeconds * 1_000) return null;
  return warning(
    `The clock of ${who} is ${Math.round(offMs / 1_000)} s off from this machine's`,
    'Let a time service such as chrony set the clocks of all machines.',
  );
}
