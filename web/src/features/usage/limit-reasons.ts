import { formatNumber } from '@inlet/contracts/counts';
import type { Usage } from '@inlet/contracts/usage';
import { formatBytes } from '#lib/wording.ts';

/** The reason against another form, or null. Unknown usage allows a form: the service checks again. */
export function formLimitReason(usage: Usage | undefined, canUpgrade: boolean): string | null {
  if (!usage?.isFormLimitReached) return null;
  const reason = `You've reached your form limit (${formatNumber(usage.formLimit)}).`;
  return canUpgrade ? `${reason} Upgrade your plan to create more forms.` : reason;
}

/** The reason why this month accepts no further submissions, or null. Programs get the same sentence. */
export function submissionLimitReason(usage: Usage, canUpgrade: boolean): string | null {
  if (!usage.isSubmissionLimitReached) return null;
  return untilNextMonth(`Monthly submission limit reached (${formatNumber(usage.submissionLimit)}).`, canUpgrade);
}

/** The reason why this month accepts no further data, or null. */
export function byteLimitReason(usage: Usage, canUpgrade: boolean): string | null {
  if (!usage.isByteLimitReached) return null;
  return untilNextMonth(`Monthly data limit reached (${formatBytes(usage.byteLimit)}).`, canUpgrade);
}

/** The reason why forms accept no further files, or null. */
export function storageLimitReason(usage: Usage, canUpgrade: boolean): string | null {
  if (!usage.isStorageLimitReached) return null;
  const reason = `Storage limit reached (${formatBytes(usage.storageLimit)}). Forms refuse submissions with files.`;
  return `${reason} ${canUpgrade ? 'Upgrade your plan or delete' : 'Delete'} submissions with files.`;
}

function untilNextMonth(reason: string, canUpgrade: boolean): string {
  return `${reason} ${canUpgrade ? 'Upgrade your plan or wait until next month.' : 'Wait until next month.'}`;
}
