/** A finding of the doctor. */
export interface Finding {
  /**
   * `fault`: a part does not work, or loses data. `warning`: it will not work for long. `fine`: checked, and in order.
   */
  readonly level: 'fault' | 'warning' | 'fine';
  readonly says: string;
  /** The next step. */
  readonly next?: string;
}

export const fault = (says: string, next: string): Finding => ({ level: 'fault', says, next });
export const warning = (says: string, next: string): Finding => ({ level: 'warning', says, next });
export const fine = (says: string): Finding => ({ level: 'fine', says });

/** The findings, or one that says that everything is in order. */
export function orFine(findings: readonly (Finding | null | false)[], says: string): Finding[] {
  const found = findings.filter((finding) => finding !== null && finding !== false);
  return found.length > 0 ? found : [fine(says)];
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Tokens, months and rate limits depend on clocks; a difference of some seconds starts to matter. */
const skewMaxSeconds = 2;

/** Compares another machine's clock with ours, allowing for the time that the request and the response took. */
export function skewOf(who: string, theirMs: number, askedMs: number): Finding | null {
  const nowMs = Date.now();
  const offMs = theirMs < askedMs ? askedMs - theirMs : Math.max(0, theirMs - nowMs);
  if (offMs < skewMaxSeconds * 1_000) return null;
  return warning(
    `The clock of ${who} is ${Math.round(offMs / 1_000)} s off from this machine's`,
    'Let a time service such as chrony set the clocks of all machines.',
  );
}
