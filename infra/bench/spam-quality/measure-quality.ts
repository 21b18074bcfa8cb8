import { type Counts, classify } from '@inlet/spam/classify';
import { type Token, tokensOf } from '@inlet/spam/tokens';
import { median } from '#measure/median.ts';
import type { Mail } from '#spam-quality/read-corpus.ts';
import { shuffled } from '#spam-quality/shuffled.ts';

export const seeds = [1, 2, 3, 4, 5] as const;
export const marks = [100, 300, 1_000, 3_500] as const;
export const thresholds = [0.5, 0.9, 0.99] as const;
/** Mails of each kind that are held out; the classifier never sees them. */
export const heldOut = { spam: 449, good: 1_051 } as const;

/** The medians of all seeds. */
export interface Quality {
  readonly marks: number;
  readonly auc: number;
  readonly at: readonly { readonly threshold: number; readonly recall: number; readonly wrong: number }[];
}

interface Tokens {
  readonly isSpam: boolean;
  readonly tokens: readonly Token[];
}

interface Scores {
  readonly spam: readonly number[];
  readonly good: readonly number[];
}

/** Learns so many marks of a random part of the corpus and judges the rest, once for each seed. */
export function measureQuality(corpus: readonly Mail[], say: (line: string) => void): Quality[] {
  const read = corpus.map(({ isSpam, texts }) => ({ isSpam, tokens: tokensOf(texts) }));
  const runs = seeds.map((seed) => {
    say(`seed ${seed} of ${seeds.length}`);
    return runsOf(read, seed);
  });
  return marks.map((count, index) => {
    const scores = runs.map((run) => run[index] ?? { spam: [], good: [] });
    return {
      marks: count,
      auc: median(scores.map(areaUnderCurve)),
      at: thresholds.map((threshold) => ({
        threshold,
        recall: median(scores.map(({ spam }) => countFrom(spam, threshold) / spam.length)),
        wrong: median(scores.map(({ good }) => countFrom(good, threshold))),
      })),
    };
  });
}

function runsOf(read: readonly Tokens[], seed: number): Scores[] {
  const mixed = shuffled(read, seed);
  const [spam, good] = [mixed.filter(({ isSpam }) => isSpam), mixed.filter(({ isSpam }) => !isSpam)];
  const held = [spam.slice(0, heldOut.spam), good.slice(0, heldOut.good)] as const;
  const rest = shuffled([...spam.slice(heldOut.spam), ...good.slice(heldOut.good)], seed);
  return marks.map((count) => {
    const judge = learn(rest.slice(0, count));
    const scoresOf = (mails: readonly Tokens[]) => mails.map(({ tokens }) => judge(tokens));
    return { spam: scoresOf(held[0]), good: scoresOf(held[1]) };
  });
}

function learn(lessons: readonly Tokens[]): (tokens: readonly Token[]) => number {
  const byToken = new Map<Token, { spam: number; good: number }>();
  const learned = { spam: 0, good: 0 };
  for (const { isSpam, tokens } of lessons) {
    const kind = isSpam ? 'spam' : 'good';
    learned[kind] += 1;
    for (const token of tokens) {
      const counts = byToken.get(token) ?? { spam: 0, good: 0 };
      byToken.set(token, counts);
      counts[kind] += 1;
    }
  }
  const countsOf = (token: Token): Counts | undefined => byToken.get(token);
  return (tokens) => classify(tokens, { learned, countsOf });
}

function countFrom(scores: readonly number[], threshold: number): number {
  return scores.filter((score) => score >= threshold).length;
}

/** How often a spam mail has a higher score than a good one; half of those that are equal. */
export function areaUnderCurve({ spam, good }: Scores): number {
  const sorted = good.toSorted((a, b) => a - b);
  const sum = spam.reduce((total, score) => total + (rank(sorted, score, false) + rank(sorted, score, true)) / 2, 0);
  return sum / (spam.length * good.length);
}

/** How many are below a score, or not above it. */
function rank(sorted: readonly number[], score: number, isInclusive: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? 0;
    if (value < score || (isInclusive && value === score)) low = middle + 1;
    else high = middle;
  }
  return low;
}
