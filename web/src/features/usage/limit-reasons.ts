import type { Usage } from '@inlet/contracts/usage';

/** The reason against another form, or null. Unknown usage allows it: the service checks again. */
export function formLimitReason(usage: Usage | undefined): string | null {
  if (!usage?.isFormLimitReached) return null;
  return `You've reached your form limit (${usage.formLimit}). Upgrade your plan to create more forms.`;
}

/** The reason why this month takes no further submissions, or null. Senders get the same words. */
export function submissionLimitReason(usage: Usage): string | null {
  if (!usage.isSubmissionLimitReached) return null;
  return `Monthly submission limit reached (${usage.submissionLimit}). Upgrade your plan or wait until next month.`;
}
