import type { Usage } from '@inlet/contracts/usage';
import { Button } from '#components/ui/button.tsx';
import { warningPercentage } from '#components/ui/meter.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { formatNumber } from '#lib/wording.ts';

/** Says in time that a limit is near, and which. */
export function UsageWarning({ usage, onUpgrade }: { usage: Usage; onUpgrade: () => void }) {
  const near = [
    usage.formUsagePercentage >= warningPercentage && used(usage.currentForms, usage.formLimit, 'forms'),
    usage.submissionUsagePercentage >= warningPercentage &&
      used(usage.currentSubmissions, usage.submissionLimit, 'submissions of this month'),
  ].filter((sentence) => sentence !== false);
  if (near.length === 0) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Button onClick={onUpgrade} className="self-start sm:self-auto">
          Upgrade Plan
        </Button>
      }
    >
      <h2 className="font-medium">Approaching Plan Limits</h2>
      <p className="mt-1">You have used {near.join(' and ')}.</p>
    </Notice>
  );
}

function used(current: number, limit: number, what: string): string {
  return `${formatNumber(current)} of ${formatNumber(limit)} ${what}`;
}
