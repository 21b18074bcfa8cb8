import type { BillingState } from '@inlet/contracts/billing';
import { formatCount } from '@inlet/contracts/counts';
import { planLimits } from '@inlet/contracts/plans';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useCancellation } from '#features/billing/api/use-change.ts';
import { formatDate } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';

/** Cancels at the end of the paid period, after naming what ends and what stays. */
export function CancelSubscription({ billing: { plan, currentPeriodEnd } }: { billing: BillingState }) {
  const [isAsking, setIsAsking] = useState(false);
  const cancellation = useCancellation();
  const end = currentPeriodEnd === null ? 'the end of the paid period' : formatDate(currentPeriodEnd);
  const without = planLimits(null).submissionsPerMonth;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-6 sm:flex-row sm:items-center sm:justify-between">
      <p className="text-small text-muted">Cancel anytime. Your plan runs until {end}.</p>
      <Button onClick={() => setIsAsking(true)} className="self-start sm:self-auto">
        Cancel Subscription
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel your subscription?"
        confirmLabel="Cancel Subscription"
        dismissLabel="Keep Subscription"
        isWorking={cancellation.isPending}
        onConfirm={() => cancellation.mutate('cancel', { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
        fields={cancellation.error && <Notice tone="danger">{failureMessage(cancellation.error)}</Notice>}
      >
        <ul className="grid list-disc gap-2 pl-5">
          <li>Everything works until {end}, and you can resume until then. There is no automatic refund.</li>
          <li>
            After that your forms together accept {formatCount(without, 'submission')} a month and refuse further ones,
            and the dashboard is closed.
          </li>
          <li>Your forms and their submissions are kept. You can export them without a plan.</li>
          {plan === 'early_pro' && <li>You lose your Early Pro spot and its price.</li>}
        </ul>
      </ConfirmDialog>
    </div>
  );
}
