import type { BillingState } from '@inlet/contracts/billing';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useBilling } from '#features/billing/api/use-billing.ts';
import { useCancellation } from '#features/billing/api/use-change.ts';
import { usePortal } from '#features/billing/api/use-portal.ts';
import { useProducts } from '#features/billing/api/use-products.ts';
import { CancelSubscription } from '#features/billing/components/cancel-subscription.tsx';
import { PortalFailure } from '#features/billing/components/portal-failure.tsx';
import { WithoutSubscription } from '#features/billing/components/without-subscription.tsx';
import { planLabel } from '#features/billing/plan-name.ts';
import { priceWords } from '#features/billing/prices.ts';
import { formatDate } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';

/** The plan of the account, its renewal or its end, and the actions that change it. */
export function OwnPlan({ onChange }: { onChange: () => void }) {
  const billing = useBilling();
  if (billing.isPending) return <RowsSkeleton label="Loading your plan" />;
  if (!billing.data) return <QueryFailure title="Your plan could not be loaded" query={billing} />;
  return billing.data.subscriptionStatus === 'active' ? (
    <ActivePlan billing={billing.data} onChange={onChange} />
  ) : (
    <NoPlan billing={billing.data} />
  );
}

function ActivePlan({ billing, onChange }: { billing: BillingState; onChange: () => void }) {
  const { plan, priceId, cancelAtPeriodEnd: isCanceled } = billing;
  const price = useProducts()
    .data?.flatMap(({ prices }) => prices)
    .find(({ id }) => id === priceId);
  const resumption = useCancellation();
  return (
    <Section
      title={planLabel(plan)}
      intro={price && priceWords(price)}
      action={
        isCanceled ? (
          <Button
            variant="primary"
            isLoading={resumption.isPending}
            onClick={() => resumption.mutate('resume')}
            className="self-start sm:self-auto"
          >
            Resume Subscription
          </Button>
        ) : (
          <Button variant="primary" onClick={onChange} className="self-start sm:self-auto">
            Change Plan
          </Button>
        )
      }
    >
      <div className="grid gap-6">
        {resumption.error && <Notice tone="danger">{failureMessage(resumption.error)}</Notice>}
        <Standing billing={billing} />
        <PaymentDetails />
        {!isCanceled && <CancelSubscription billing={billing} />}
      </div>
    </Section>
  );
}

/** When the plan renews or ends. */
function Standing({ billing }: { billing: BillingState }) {
  const { currentPeriodEnd, cancelAtPeriodEnd, paymentDueBy } = billing;
  if (currentPeriodEnd === null) return null;
  if (cancelAtPeriodEnd) {
    return (
      <Notice tone="warning">
        <p className="font-medium">Your subscription ends on {formatDate(currentPeriodEnd)}</p>
        <p className="mt-1">Everything works until then. After that your forms and submissions are kept.</p>
      </Notice>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-3 text-small">
      {paymentDueBy === null ? <Badge tone="success">Active</Badge> : <Badge tone="danger">Payment due</Badge>}
      <span>Renews on {formatDate(currentPeriodEnd)}</span>
    </p>
  );
}

/** Stripe manages card, address and tax number. */
function PaymentDetails() {
  const portal = usePortal();
  return (
    <div className="grid gap-3 border-line border-t pt-6">
      {portal.error && <PortalFailure error={portal.error} />}
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <p className="text-small text-muted">Card, billing address and tax number are kept by Stripe.</p>
        <Button isLoading={portal.isLeaving} onClick={() => portal.leave()} className="self-start sm:self-auto">
          Manage Billing
        </Button>
      </div>
    </div>
  );
}

function NoPlan({ billing }: { billing: BillingState }) {
  const { stripeCustomerId } = useUser();
  return (
    <div>
      <WithoutSubscription billing={billing} />
      <Section
        title="No plan"
        intro="Choose a plan to use your dashboard and your forms."
        action={
          <ButtonLink to="/dashboard" variant="primary" className="self-start sm:self-auto">
            See the plans
          </ButtonLink>
        }
      >
        {stripeCustomerId !== null && <PaymentDetails />}
      </Section>
    </div>
  );
}
