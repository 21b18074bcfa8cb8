import type { BillingState } from '@inlet/contracts/billing';
import { formatCount, formatNumber } from '@inlet/contracts/counts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { usePortal } from '#features/billing/api/use-portal.ts';
import { PortalFailure } from '#features/billing/components/portal-failure.tsx';
import { formatDate } from '#lib/dates.ts';

/**
 * After a subscription has ended: what the forms refuse, and what is kept. Renders nothing if there never was a
 * subscription.
 */
export function WithoutSubscription({ billing }: { billing: BillingState }) {
  const { endedAt, kept, paymentDueBy } = billing;
  const portal = usePortal();
  if (endedAt === null && paymentDueBy === null && !kept?.forms) return null;
  const title =
    endedAt === null ? 'You have no active subscription' : `Your subscription ended on ${formatDate(endedAt)}`;
  return (
    <div className="mb-6 grid gap-4">
      {portal.error && <PortalFailure error={portal.error} />}
      <Notice
        tone="warning"
        action={
          paymentDueBy !== null && (
            <Button isLoading={portal.isLeaving} onClick={() => portal.leave()} className="self-start sm:self-auto">
              Manage Billing
            </Button>
          )
        }
      >
        <h2 className="font-medium">{paymentDueBy === null ? title : 'Your last payment did not go through'}</h2>
        {paymentDueBy !== null && (
          <p className="mt-1">Access ended on {formatDate(paymentDueBy)}. Pay the open invoice to have it back.</p>
        )}
        {kept && kept.forms > 0 && <Consequences kept={kept} />}
      </Notice>
    </div>
  );
}

function Consequences({ kept }: { kept: NonNullable<BillingState['kept']> }) {
  const { forms, submissions, submissionsPerMonth } = kept;
  return (
    <ul className="mt-1 grid list-disc gap-1 pl-4">
      <li>
        Without a plan, {forms === 1 ? 'your form accepts' : `your ${formatNumber(forms)} forms together accept`}{' '}
        {formatCount(submissionsPerMonth, 'submission')} a month. Further submissions are refused.
      </li>
      <li>
        {formatCount(forms, 'form')} and {formatCount(submissions, 'submission')} are kept. Choose a plan to open them
        again.
      </li>
    </ul>
  );
}
