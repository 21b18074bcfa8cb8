import { conditionWords, listWords } from '@inlet/contracts/routing/condition-words';
import type { When } from '@inlet/contracts/routing/conditions';

/** Conditions as a sentence, such as `Only when topic is Sales`. */
export function whenWords({ all, any }: When, labels: ReadonlyMap<string, string> = new Map()): string {
  const words = (all ?? any ?? []).map((condition) =>
    conditionWords({ ...condition, field: labels.get(condition.field) ?? condition.field }),
  );
  return `Only when ${listWords(words, all ? 'and' : 'or')}`;
}

export function WhenWords({ when }: { when: When }): string {
  return whenWords(when);
}
