import { generatorGroup, type Measurement, perSecond } from '#measure/measurement.ts';
import { median, medianByName } from '#measure/median.ts';

/** What must be reached, in words, and whether it is. */
export type Target = { says: string; isMet: boolean };

/** One line of the table. What a measurement does not have stays out. */
export type Row = {
  what: string;
  /** Submissions in a second. */
  perSecond?: number;
  /** The same of each round, in their order: how steady the machine was. */
  eachRound?: readonly number[];
  /** The figure that is held against the target, in words. */
  figure?: string;
  p50Ms?: number;
  p99Ms?: number;
  errors: number;
  /** Processor seconds for a thousand submissions, by process. */
  cpuPerThousand?: Readonly<Record<string, number>>;
  peakMb?: Readonly<Record<string, number>>;
  /** Submissions for a second of one core, all processes but the load generator together. */
  perCoreSecond?: number;
  target?: Target;
};

const THOUSAND = 1_000;

/** The medians of the rounds of one measurement; errors are added up, and of the memory the largest peak counts. */
export function rowOf(what: string, rounds: readonly Measurement[]): Row {
  const cpuPerThousand = medianByName(rounds.map(costPerThousand));
  return {
    what,
    perSecond: median(rounds.map(perSecond)),
    eachRound: rounds.map(perSecond),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    cpuPerThousand,
    peakMb: largest(rounds.map(({ peakMb }) => peakMb)),
    perCoreSecond: median(rounds.map((round) => round.requests / ownSeconds(round))),
  };
}

/** Processor seconds for a thousand submissions, of all processes but the load generator. */
export function costOf({ perCoreSecond = 0 }: Row): number {
  return THOUSAND / perCoreSecond;
}

/** How many times as much as the other measurement in the same round; the median of the rounds. */
export function ratioOf(rounds: readonly Measurement[], others: readonly Measurement[]): number {
  return median(
    rounds.map((round, index) => {
      const other = others[index];
      if (other === undefined) throw new Error('Each round needs its counterpart');
      return perSecond(round) / perSecond(other);
    }),
  );
}

function costPerThousand({ cpuSeconds, requests }: Measurement): Record<string, number> {
  const entries = Object.entries(cpuSeconds);
  return Object.fromEntries(entries.map(([name, seconds]) => [name, (seconds / requests) * THOUSAND]));
}

/** Processor seconds of all processes but the load generator. */
export function ownSeconds({ cpuSeconds }: Measurement): number {
  const own = Object.entries(cpuSeconds).filter(([name]) => name !== generatorGroup);
  return own.reduce((sum, [, seconds]) => sum + seconds, 0);
}

function largest(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const most: Record<string, number> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) most[name] = Math.max(most[name] ?? 0, value);
  }
  return most;
}
