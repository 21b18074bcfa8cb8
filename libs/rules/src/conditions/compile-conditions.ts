import { conditionWords, listWords } from '@inlet/contracts/routing/condition-words';
import type { When } from '@inlet/contracts/routing/conditions';
import type { Fields } from '#check-field.ts';
import { compileCondition } from '#conditions/compile-condition.ts';
import { type ConditionFile, readValues } from '#conditions/condition-values.ts';

/** Judges a submission: null if it passes, else the reason, such as `topic is not Sales`. */
export type JudgeSubmission = (fields: Fields, files: readonly ConditionFile[]) => string | null;

/** Compiles conditions once, for all submissions. */
export function compileConditions({ all, any }: When): JudgeSubmission {
  const conditions = (all ?? any ?? []).map((condition) => ({
    field: condition.field,
    judge: compileCondition(condition),
    failure: conditionWords(condition, false),
  }));
  const noneHolds = listWords(
    conditions.map(({ failure }) => failure),
    'and',
  );
  return (fields, files) => {
    const valuesOf = readValues(fields, files);
    const holds = ({ field, judge }: (typeof conditions)[number]) => judge(valuesOf(field));
    if (all === undefined) return conditions.some(holds) ? null : noneHolds;
    return conditions.find((condition) => !holds(condition))?.failure ?? null;
  };
}
