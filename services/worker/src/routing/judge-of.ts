import type { When } from '@inlet/contracts/routing/conditions';
import { compileConditions, type JudgeSubmission } from '@inlet/rules/compile-conditions';
import { LRUCache } from 'lru-cache';

/** Compiled conditions that are kept, and their patterns, each of which may take 64 kB. */
const keptMax = 1_000;
const patternsMax = 1_000;

const compiled = new LRUCache<string, JudgeSubmission>({ max: keptMax, maxSize: keptMax + patternsMax });

/** The judge of stored conditions, which is compiled once; null without conditions. */
export function judgeOf(conditions: string | null): JudgeSubmission | null {
  if (conditions === null) return null;
  const known = compiled.get(conditions);
  if (known) return known;
  const when = JSON.parse(conditions) as When;
  const judge = compileConditions(when);
  const patterns = [...(when.all ?? []), ...(when.any ?? [])].filter(({ op }) => op === 'matches').length;
  compiled.set(conditions, judge, { size: 1 + patterns });
  return judge;
}
