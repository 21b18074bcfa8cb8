import type { Amounts } from '@inlet/contracts/quotas';
import type { AcceptedSubmission } from '#batch.ts';
import { monthOf } from '#months.ts';

/** The usage of an account's month by some submissions. */
export interface MonthUsage extends Amounts {
  readonly userId: string;
  readonly month: string;
}

type Sum = { -readonly [Key in keyof MonthUsage]: MonthUsage[Key] };

/** The usage of submissions' owners and months. Spam only counts by its bytes. */
export function usageOf(
  submissions: Iterable<AcceptedSubmission>,
  isSpam: (submission: AcceptedSubmission) => boolean = (submission) => submission.isSpam,
): MonthUsage[] {
  const sums = new Map<string, Sum>();
  let last: Sum | undefined;
  for (const submission of submissions) {
    const { userId, receivedAtMs, json } = submission;
    const month = monthOf(receivedAtMs);
    // Under load a batch often belongs to one account, and joining names costs more than counting.
    if (last?.userId !== userId || last.month !== month) {
      last = sums.get(userId + month) ?? { userId, month, submissions: 0, bytes: 0 };
      sums.set(userId + month, last);
    }
    if (!isSpam(submission)) last.submissions += 1;
    last.bytes += Buffer.byteLength(json);
  }
  return [...sums.values()];
}

/** The usage of the first list that is not in the second; empty if both are equal. */
export function usageBeyond(all: readonly MonthUsage[], part: readonly MonthUsage[]): MonthUsage[] {
  return all.flatMap((usage) => {
    const same = part.find(({ userId, month }) => userId === usage.userId && month === usage.month);
    const submissions = usage.submissions - (same?.submissions ?? 0);
    const bytes = usage.bytes - (same?.bytes ?? 0);
    return submissions === 0 && bytes === 0 ? [] : [{ ...usage, submissions, bytes }];
  });
}

/** The submissions of a form. */
export interface FormCount {
  readonly formId: string;
  readonly submissions: number;
}

/** The submissions of each form, without spam. */
export function countByForm(
  submissions: Iterable<AcceptedSubmission>,
  isSpam: (submission: AcceptedSubmission) => boolean = (submission) => submission.isSpam,
): FormCount[] {
  const counts = new Map<string, number>();
  for (const submission of submissions) {
    if (!isSpam(submission)) counts.set(submission.formId, (counts.get(submission.formId) ?? 0) + 1);
  }
  return [...counts].map(([formId, count]) => ({ formId, submissions: count }));
}

/** The submissions of the first list that are not in the second; empty if both are equal. */
export function countBeyond(all: readonly FormCount[], part: readonly FormCount[]): FormCount[] {
  const counts = new Map(part.map(({ formId, submissions }) => [formId, submissions]));
  return all.flatMap(({ formId, submissions: whole }) => {
    const submissions = whole - (counts.get(formId) ?? 0);
    return submissions === 0 ? [] : [{ formId, submissions }];
  });
}
