import Activity from 'virtual:lucide/activity';
import ScrollText from 'virtual:lucide/scroll-text';
import ShieldCheck from 'virtual:lucide/shield-check';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { useBilling } from '#features/billing/api/use-billing.ts';
import { useCheckout } from '#features/billing/api/use-checkout.ts';
import { checkoutFailure } from '#features/billing/checkout-failure.ts';
import { PlanCards } from '#features/billing/components/plan-cards.tsx';
import { WithoutSubscription } from '#features/billing/components/without-subscription.tsx';
import { useUser } from '#lib/services.tsx';
import { joinedWaitlistKey } from '#lib/use-app-config.ts';

/** Replaces every signed-in screen until the account has a subscription. */
export function ChoosePlan() {
  const user = useUser();
  const billing = useBilling({ isUrgent: true }).data;
  const openCheckout = billing?.openCheckout ?? null;
  const hasJoined = useQueryClient().getQueryData(joinedWaitlistKey) === true;
  const isOnWaitlist = hasJoined || billing?.isOnWaitlist === true;
  const { leave, error, variables, isLeaving } = useCheckout();
  return (
    <div className="mx-auto max-w-[48rem]">
      <PageTitle>Choose Your Plan</PageTitle>
      <PageHeader title="Choose Your Plan">
        <p className="mt-1 text-pretty text-muted">Choose a plan to start.</p>
      </PageHeader>
      {user.isInvited && billing?.endedAt === null && billing.paymentDueBy === null && (
        <div className="mb-6">
          <Notice tone="success">Your invitation is accepted.</Notice>
        </div>
      )}
      {billing && <WithoutSubscription billing={billing} />}
      {error && (
        <div className="mb-6">
          <Notice tone="danger">{checkoutFailure(error)}</Notice>
        </div>
      )}
      <PlanCards
        buyer={{ currentPlan: null, currentPriceId: null, isInvited: user.isInvited, isOnWaitlist, openCheckout }}
        buyingPriceId={isLeaving ? (variables?.price.id ?? null) : null}
        onBuy={(choice) => isLeaving || leave(choice)}
      />
      <p className="mt-6 text-center text-small text-balance text-muted">
        All plans include a 30-day money-back guarantee and can be cancelled anytime.
      </p>
      <p className="mt-2 text-center text-small text-balance text-muted">
        You can export your data or delete your account without a plan, in your{' '}
        <Link to="/settings" className="font-medium text-accent underline hover:text-accent-hover">
          account settings
        </Link>
        .
      </p>
      <ul className="mt-10 grid grid-cols-1 gap-6 border-line border-t pt-8 sm:grid-cols-3">
        {blurbs.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden size={20} strokeWidth={1.75} className="text-accent" />
            <h2 className="mt-2 text-small font-semibold">{title}</h2>
            <p className="mt-1 text-small text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

const blurbs: readonly { readonly icon: Icon; readonly title: string; readonly text: string }[] = [
  { icon: ShieldCheck, title: 'Secure Form Processing', text: 'Only the websites that you allow can send to a form.' },
  { icon: ScrollText, title: 'GDPR Compliant', text: 'You are the controller of your data; we process it for you.' },
  { icon: Activity, title: '24/7 Uptime', text: '99.9% guarantee' },
];
