import { formatNumber } from '@inlet/contracts/counts';
import type { Usage } from '@inlet/contracts/usage';
import { Button } from '#components/ui/button.tsx';
import { warningPercentage } from '#components/ui/meter-level.ts';
import { Notice } from '#components/ui/notice.tsx';
import {
  byteLimitReason,
  formLimitReason,
  storageLimitReason,
  submissionLimitReason,
} from '#features/usage/limit-reasons.ts';
import { formatBytes } from '#lib/wording.ts';

interface UsageWarningProps {
  readonly usage: Usage;
  /** Null if no larger plan can be bought. */
  readonly onUpgrade: (() => void) | null;
}

/** Warns that a limit is near, or names the consequence of a reached limit. */
export function UsageWarning({ usage, onUpgrade }: UsageWarningProps) {
  const canUpgrade = onUpgrade !== null;
  const reasons = [
    submissionLimitReason(usage, canUpgrade),
    byteLimitReason(usage, canUpgrade),
    storageLimitReason(usage, canUpgrade),
    formLimitReason(usage, canUpgrade),
  ];
  const reached = reasons.filter((reason) => reason !== null);
  const near = [
    isNear(usage.isFormLimitReached, usage.formUsagePercentage) && used(usage.currentForms, usage.formLimit, 'forms'),
    isNear(usage.isSubmissionLimitReached, usage.submissionUsagePercentage) &&
      used(usage.currentSubmissions, usage.submissionLimit, 'submissions of this month'),
    isNear(usage.isByteLimitReached, usage.byteUsagePercentage) &&
      `${formatBytes(usage.currentBytes)} of ${formatBytes(usage.byteLimit)} of this month’s data`,
    isNear(usage.isStorageLimitReached, usage.storageUsagePercentage) &&
      `${formatBytes(usage.currentStorage)} of ${formatBytes(usage.storageLimit)} of storage for files`,
  ].filter((words) => words !== false);
  if (reached.length === 0 && near.length === 0) return null;
  return (
    <Notice
      tone={reached.length > 0 ? 'danger' : 'warning'}
      action={
        canUpgrade && (
          <Button onClick={onUpgrade} className="self-start sm:self-auto">
            Upgrade Plan
          </Button>
        )
      }
    >
      <h2 className="font-medium">{reached.length > 0 ? 'Plan limit reached' : 'Approaching Plan Limits'}</h2>
      {reached.map((reason) => (
        <p key={reason} className="mt-1">
          {reason}
        </p>
      ))}
      {near.length > 0 && <p className="mt-1">You have used {near.join(' and ')}.</p>}
    </Notice>
  );
}

function isNear(isReached: boolean, percentage: number): boolean {
  return !isReached && percentage >= warningPercentage;
}

function used(current: number, limit: number, what: string): string {
  return `${formatNumber(current)} of ${formatNumber(limit)} ${what}`;
}
