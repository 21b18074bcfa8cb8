import type { Usage } from '@inlet/contracts/usage';

/** Why no further form can be made, or null when one can. What is not known yet stops nobody: the service checks again. */
export function formLimitReason(usage: Usage | undefined): string | null {
  if (!usage?.isFormLimitReached) return null;
  return `You've reached your form limit (${usage.formLimit}). Upgrade your plan to create more forms.`;
}
