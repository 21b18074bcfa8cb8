import type { Usage } from '@inlet/contracts/usage';

/** The reason against another form, or null. Unknown usage allows it: the service checks again. */
export function formLimitReason(usage: Usage | undefined): string | null {
  if (!usage?.isFormLimitReached) return null;
  return `You've reached your form limit (${usage.formLimit}). Upgrade your plan to create more forms.`;
}

/** Why no further submission is taken in this month, or null while some are. In the words that senders are told. */
export function submissionLimitReason(usage: Usage): string | null {
  if (!usage.isSubmissionLimitReached) return null;
  return `Monthly submission limit reached (${usage.submissionLimit}). Upgrade your plan or wait until next month.`;
}
