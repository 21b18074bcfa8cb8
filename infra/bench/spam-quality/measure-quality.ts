import { classify } from '@inlet/spam/classify';
import { type Token, tokensOf } from '@inlet/spam/tokens';
import { median } from '#measure/median.ts';
import type { Mail } from '#spam-quality/corpus.ts';
import { shuffled } from '#spam-quality/shuffled.ts';

const seeds = [1, 2, 3, 4, 5] as const;
const marks = [100, 300, 1_000, 3_500] as const;
const thresholds = [0.5, 0.9, 0.99] as const;
/** Held-out mails of each kind, which the classifier never sees. */
export const heldOut = { spam: 449, good: 1_051 } as const;

type Tokens = { isSpam: boolean; tokens: readonly Token[] };
type Scores = { spam: readonly number[]; good: readonly number[] };

/**
 * Learns this many marks from a random part of the corpus and judges the rest, once for each seed; returns the medians.
 */
export function measureQuality(corpus: readonly Mail[], say: (line: string) => void) {
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

/** The figures as a table in Markdown. */
export function qualityTable(qualities: ReturnType<typeof measureQuality>): string {
  const titles = ['marks', ...thresholds.flatMap((at) => [`caught at ${at}`, `wrong at ${at}`]), 'AUC'];
  const rows = qualities.map(({ marks, auc, at }) => [
    marks.toLocaleString('en'),
    ...at.flatMap(({ recall, wrong }) => [`${(recall * 100).toFixed(1)} %`, `${wrong} of ${heldOut.good}`]),
    auc.toFixed(4),
  ]);
  const lines = [titles, titles.map(() => '---:'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [...lines, '', `Medians of the seeds ${seeds.join(', ')}.`].join('\n');
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
  return (tokens) => classify(tokens, { learned, countsOf: (token) => byToken.get(token) });
}

function countFrom(scores: readonly number[], threshold: number): number {
  return scores.filter((score) => score >= threshold).length;
}

/** The share of pairs in which the spam mail has a higher score than the good one; equal scores count half. */
export function areaUnderCurve({ spam, good }: Scores): number {
  const winsOf = (score: number) =>
    good.reduce((wins, other) => wins + (score > other ? 1 : score === other ? 0.5 : 0), 0);
  return spam.reduce((sum, score) => sum + winsOf(score), 0) / (spam.length * good.length);
}
