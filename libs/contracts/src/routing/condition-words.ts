interface OpWords {
  /** Between the field and the value. */
  readonly holds: string;
  readonly fails: string;
  readonly takesValue: boolean;
}

/** How a condition compares, with its words in a sentence. */
export const conditionOps = {
  is: { holds: 'is', fails: 'is not', takesValue: true },
  'is not': { holds: 'is not', fails: 'is', takesValue: true },
  contains: { holds: 'contains', fails: 'does not contain', takesValue: true },
  'starts with': { holds: 'starts with', fails: 'does not start with', takesValue: true },
  matches: { holds: 'matches', fails: 'does not match', takesValue: true },
  'is empty': { holds: 'is empty', fails: 'is not empty', takesValue: false },
  'is not empty': { holds: 'is not empty', fails: 'is empty', takesValue: false },
  greater: { holds: 'is greater than', fails: 'is not greater than', takesValue: true },
  less: { holds: 'is less than', fails: 'is not less than', takesValue: true },
} as const satisfies Record<string, OpWords>;
export type ConditionOp = keyof typeof conditionOps;

/** A condition as far as a sentence needs it. */
export interface WordedCondition {
  readonly field: string;
  readonly op: ConditionOp;
  readonly value?: string | number | boolean | null | undefined;
}

/** Characters of a name or a value in a sentence. */
const shownMax = 60;
/** Conditions in a sentence. */
const listedMax = 3;

/** A condition in words, such as `topic is Sales`. */
export function conditionWords({ field, op, value }: WordedCondition, isMet = true): string {
  const { holds, fails, takesValue } = conditionOps[op];
  return [shown(field), isMet ? holds : fails, ...(takesValue ? [shown(String(value ?? ''))] : [])].join(' ');
}

/** Several conditions in words, the first ones only. */
export function listWords(words: readonly string[], link: 'and' | 'or'): string {
  const left = words.length - listedMax;
  const listed = left > 0 ? [...words.slice(0, listedMax), `${left} more`] : words;
  return listed.join(` ${link} `);
}

function shown(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > shownMax ? `${line.slice(0, shownMax).toWellFormed()}…` : line;
}
