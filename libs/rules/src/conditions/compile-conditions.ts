import { conditionWords, listWords } from '@inlet/contracts/routing/condition-words';
import type { When } from '@inlet/contracts/routing/conditions';
import type { Fields } from '#check-field.ts';
import { compileCondition } from '#conditions/compile-condition.ts';
import { type ConditionFile, FieldValues, textsOf } from '#conditions/condition-values.ts';

/** Judges a submission: null if it passes, else the reason, such as `topic is not Sales`. */
export type JudgeSubmission = (fields: Fields, files: readonly ConditionFile[]) => string | null;

/** Compiles conditions once, for all submissions. */
export function compileConditions({ all, any }: When): JudgeSubmission {
  const listed = all ?? any ?? [];
  const names = [...new Set(listed.map(({ field }) => field))];
  const conditions = listed.map((condition) => ({
    at: names.indexOf(condition.field),
    judge: compileCondition(condition),
    failure: conditionWords(condition, false),
  }));
  const noneHolds = listWords(
    conditions.map(({ failure }) => failure),
    'and',
  );
  return (fields, files) => {
    // The values of a field are read once, and only if a condition asks for them.
    const known: (FieldValues | undefined)[] = [];
    for (const { at, judge, failure } of conditions) {
      known[at] ??= new FieldValues(textsOf(fields, files, names[at] ?? ''));
      const holds = judge(known[at]);
      if (all !== undefined && !holds) return failure;
      if (all === undefined && holds) return null;
    }
    return all === undefined ? noneHolds : null;
  };
}
