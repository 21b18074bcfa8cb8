import { generatorGroup, type Measurement, perSecond } from '#measure/measurement.ts';
import { byName, type Figures, median, medianByName } from '#measure/median.ts';

/** A target in words, and whether it is reached. */
export type Target = { says: string; isMet: boolean };

/** One line of the table. A value that was not measured is absent. */
export type Row = {
  what: string;
  /** Submissions per second. */
  perSecond?: number;
  /** The rate of each round, in order, which shows how stable the machine was. */
  eachRound?: readonly number[];
  /** The figure that is compared with the target, in words. */
  figure?: string;
  p50Ms?: number;
  p99Ms?: number;
  errors: number;
  /** Processor seconds per thousand submissions, by process. */
  cpuPerThousand?: Figures;
  peakMb?: Figures;
  /** Submissions per second of one core, for all processes except the load generator. */
  perCoreSecond?: number;
  target?: Target;
};

type Held = Required<Pick<Row, 'figure' | 'target'>>;

const THOUSAND = 1_000;
const HUNDREDTHS = 100;
/** Rounding error of binary fractions: 0.57 is 56.99999999999999 hundredths. */
const TOLERANCE = 1e-9;

/** The medians of the rounds of one measurement; errors are added up, and for memory the largest peak counts. */
export function rowOf(what: string, rounds: readonly Measurement[]): Row {
  return {
    what,
    perSecond: median(rounds.map(perSecond)),
    eachRound: rounds.map(perSecond),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    cpuPerThousand: medianByName(rounds.map(costPerThousand)),
    peakMb: byName(
      rounds.map(({ peakMb }) => peakMb),
      (peaks) => Math.max(...peaks),
    ),
    perCoreSecond: median(rounds.map((round) => round.requests / ownSeconds(round))),
  };
}

/** Processor seconds per thousand submissions, of all processes except the load generator. */
export function costOf({ perCoreSecond = 0 }: Row): number {
  return THOUSAND / perCoreSecond;
}

/** The ratio to the other measurement in the same round, by rate unless told otherwise; the median of the rounds. */
export function ratioOf(rounds: readonly Measurement[], others: readonly Measurement[], of = perSecond): number {
  return median(
    rounds.map((round, index) => {
      const other = others[index];
      if (other === undefined) throw new Error('Each round needs its counterpart');
      return of(round) / of(other);
    }),
  );
}

function costPerThousand({ cpuSeconds, requests }: Measurement): Record<string, number> {
  return byName([cpuSeconds], ([seconds = 0]) => (seconds / requests) * THOUSAND);
}

/** Processor seconds of all processes except the load generator. */
export function ownSeconds({ cpuSeconds }: Measurement): number {
  const own = Object.entries(cpuSeconds).filter(([name]) => name !== generatorGroup);
  return own.reduce((sum, [, seconds]) => sum + seconds, 0);
}

/** A ratio that should be large, in words; truncated instead of rounded: 0.499 must not read as 0.50. */
export function times(ratio: number, of: string): string {
  return inWords(Math.floor(ratio * HUNDREDTHS + TOLERANCE), of);
}

/** A ratio that should be small, rounded up: 1.501 must not read as 1.50. */
export function atMostTimes(ratio: number, of: string): string {
  return inWords(Math.ceil(ratio * HUNDREDTHS - TOLERANCE), of);
}

/** A ratio and its minimum. */
export function heldAtLeast(ratio: number, least: number, of: string): Held {
  return { figure: times(ratio, of), target: { says: `${least} × ${of}`, isMet: ratio >= least } };
}

/** A ratio and its maximum. */
export function heldAtMost(ratio: number, most: number, of: string): Held {
  return { figure: atMostTimes(ratio, of), target: { says: `≤ ${most} × ${of}`, isMet: ratio <= most } };
}

function inWords(hundredths: number, of: string): string {
  return `${(hundredths / HUNDREDTHS).toFixed(2)} × ${of}`;
}
