import { marksNeeded } from '@inlet/contracts/spam';
import type { Token } from '#tokens.ts';

/** The number of texts of each kind that contained a token. */
export interface Counts {
  readonly spam: number;
  readonly good: number;
}

/** What was learned from an owner's marks: the number of texts, and of texts with a token. */
export interface Model {
  readonly learned: Counts;
  readonly countsOf: (token: Token) => Counts | undefined;
}

/** The weight of the assumption that an unknown token is neutral, in texts. */
const strength = 0.45;
/** Tokens nearer to the middle than this are only noise. */
const leastEvidence = 0.1;
/** A long text is judged by its clearest tokens: the others would outweigh them. */
const evidenceMax = 150;
const lowest = 1e-4;

export function isTrained({ spam, good }: Counts): boolean {
  return spam >= marksNeeded && good >= marksNeeded;
}

/**
 * The probability that a text is spam, by Robinson's estimate for each token and Fisher's method to combine them; 0.5
 * if the evidence is balanced or missing.
 */
export function classify(tokens: readonly Token[], { learned, countsOf }: Model): number {
  const evidence: number[] = [];
  for (const token of tokens) {
    const counts = countsOf(token);
    if (!counts) continue;
    const probability = probabilityOf(counts, learned);
    if (Math.abs(probability - 0.5) >= leastEvidence) evidence.push(probability);
  }
  if (evidence.length > evidenceMax) {
    evidence.sort((a, b) => Math.abs(b - 0.5) - Math.abs(a - 0.5));
    evidence.length = evidenceMax;
  }
  let forSpam = 0;
  let forGood = 0;
  for (const probability of evidence) {
    forSpam += Math.log(1 - probability);
    forGood += Math.log(probability);
  }
  const n = evidence.length;
  return (1 + chiSquared(-2 * forGood, n) - chiSquared(-2 * forSpam, n)) / 2;
}

function probabilityOf(counts: Counts, learned: Counts): number {
  const spam = counts.spam / Math.max(1, learned.spam);
  const good = counts.good / Math.max(1, learned.good);
  if (spam + good === 0) return 0.5;
  const seen = counts.spam + counts.good;
  const probability = (strength * 0.5 + (seen * spam) / (spam + good)) / (strength + seen);
  return Math.min(1 - lowest, Math.max(lowest, probability));
}

/** The probability that chance alone gives at least this value, with twice as many degrees of freedom as pairs. */
function chiSquared(value: number, pairs: number): number {
  const half = value / 2;
  let term = Math.exp(-half);
  let sum = term;
  for (let i = 1; i < pairs; i += 1) {
    term *= half / i;
    sum += term;
  }
  return Math.min(1, sum);
}
