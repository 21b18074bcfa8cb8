import type { Product } from '@inlet/contracts/billing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useBilling } from '#features/billing/api/use-billing.ts';
import { useCheckout } from '#features/billing/api/use-checkout.ts';
import { useEarlyProCount } from '#features/billing/api/use-early-pro-count.ts';
import { useProducts } from '#features/billing/api/use-products.ts';
import { checkoutFailure } from '#features/billing/checkout-failure.ts';
import { isFor, planOffer } from '#features/billing/plan-offer.ts';
import { hasActiveSubscription } from '#features/billing/subscription.ts';
import { createApiClient } from '#lib/api-client.ts';
import { browserConnectionDeps } from '#lib/browser-connection.ts';
import { browserSessionDeps } from '#lib/browser-session.ts';
import { createConnection } from '#lib/connection.ts';
import { formatTime } from '#lib/dates.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { type Services, ServicesProvider, useSessionState, useUser } from '#lib/services.tsx';
import { createSessionStore } from '#lib/session.ts';

/** The offer's button for members; renders nothing if the button for strangers applies. */
export function MemberOffer() {
  const [services] = useState(createServices);
  const [queryClient] = useState(() => new QueryClient());
  useEffect(() => {
    void services.session.start();
    return () => services.session.close();
  }, [services]);
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        <WhenSignedIn />
      </QueryClientProvider>
    </ServicesProvider>
  );
}

function WhenSignedIn() {
  const { status } = useSessionState();
  const earlyPro = useProducts().data?.find(({ metadata }) => metadata.plan_key === 'early_pro');
  return status === 'signed-in' && earlyPro ? <OfferForUser product={earlyPro} /> : null;
}

function OfferForUser({ product }: { product: Product }) {
  const user = useUser();
  const may = useRights();
  const { leave, error, isLeaving } = useCheckout();
  const buyer = {
    currentPlan: hasActiveSubscription(user) ? user.plan : null,
    currentPriceId: null,
    isInvited: user.isInvited,
    openCheckout: useBilling().data?.openCheckout ?? null,
  };
  const offer = planOffer(product, buyer, useEarlyProCount().data?.available ?? null);
  const [price] = product.prices;
  if (!may('billing:manage')) {
    return (
      <AnchorButton href="/dashboard" variant="primary" className="w-full">
        Go to Dashboard
      </AnchorButton>
    );
  }
  if (offer === 'current') {
    return (
      <Button disabled className="w-full">
        Current Plan
      </Button>
    );
  }
  if ((offer !== 'claim' && offer !== 'choose') || !price) return null;
  // A member cannot buy a second subscription; the plan of the first one changes.
  if (hasActiveSubscription(user)) {
    return (
      <AnchorButton href="/settings/billing" variant="primary" className="w-full">
        Change Plan
      </AnchorButton>
    );
  }
  return (
    <>
      <Button variant="primary" isLoading={isLeaving} onClick={() => leave({ product, price })} className="w-full">
        {offer === 'claim' ? 'Claim Your Spot' : 'Choose Plan'}
      </Button>
      {isFor(buyer.openCheckout, product) && (
        <p className="mt-3 text-center text-small text-muted">
          Your payment page is open until {formatTime(buyer.openCheckout.expiresAt)}.
        </p>
      )}
      {error && (
        <div className="mt-4">
          <Notice tone="danger">{checkoutFailure(error)}</Notice>
        </div>
      )}
    </>
  );
}

function createServices(): Services {
  const connection = createConnection(browserConnectionDeps());
  const { fetch } = connection;
  const session = createSessionStore({ ...browserSessionDeps(), fetch });
  const leaveTo = (url: string) => window.location.assign(url);
  return { session, api: createApiClient({ fetch, session }), connection, leaveTo };
}
