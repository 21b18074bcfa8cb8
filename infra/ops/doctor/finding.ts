/** What the doctor found in one place. */
export interface Finding {
  /** `fault`: it does not work, or loses something. `warning`: it will not last. `fine`: looked at, and in order. */
  readonly level: 'fault' | 'warning' | 'fine';
  readonly says: string;
  /** What to do now. */
  readonly next?: string;
}

export const fault = (says: string, next: string): Finding => ({ level: 'fault', says, next });
export const warning = (says: string, next: string): Finding => ({ level: 'warning', says, next });
export const fine = (says: string): Finding => ({ level: 'fine', says });

/** The findings that there are, or one that says all is well. */
export function orFine(findings: readonly (Finding | null | false)[], says: string): Finding[] {
  const found = findings.filter((finding) => finding !== null && finding !== false);
  return found.length > 0 ? found : [fine(says)];
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

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
