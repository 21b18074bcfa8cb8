import type { Product } from '@inlet/contracts/billing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useBilling } from '#features/billing/api/use-billing.ts';
import { useCheckout } from '#features/billing/api/use-checkout.ts';
import { planOffer } from '#features/billing/plan-offer.ts';
import { hasActiveSubscription } from '#features/billing/subscription.ts';
import { createApiClient } from '#lib/api-client.ts';
import { browserConnectionDeps } from '#lib/browser-connection.ts';
import { browserSessionDeps } from '#lib/browser-session.ts';
import { createConnection } from '#lib/connection.ts';
import { failureMessage } from '#lib/http.ts';
import { type Services, ServicesProvider, useSessionState, useUser } from '#lib/services.tsx';
import { createSessionStore } from '#lib/session.ts';

interface MemberOfferProps {
  readonly product: Product;
  readonly available: number | null;
  /** The button of strangers, which also stands until the person is known. */
  readonly otherwise: ReactNode;
}

/** The offer's button for somebody who is signed in: who was invited may claim a spot. */
export function MemberOffer(props: MemberOfferProps) {
  const [services] = useState(createServices);
  const [queryClient] = useState(() => new QueryClient());
  useEffect(() => {
    void services.session.start();
    return () => services.session.close();
  }, [services]);
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        <WhenSignedIn {...props} />
      </QueryClientProvider>
    </ServicesProvider>
  );
}

function WhenSignedIn(props: MemberOfferProps) {
  const { status } = useSessionState();
  return status === 'signed-in' ? <OfferForUser {...props} /> : props.otherwise;
}

function OfferForUser({ product, available, otherwise }: MemberOfferProps) {
  const user = useUser();
  const { leave, error, isLeaving } = useCheckout();
  const buyer = {
    currentPlan: hasActiveSubscription(user) ? user.plan : null,
    isInvited: user.isInvited,
    openCheckout: useBilling().data?.openCheckout ?? null,
  };
  const offer = planOffer(product, buyer, available);
  const [price] = product.prices;
  if (offer === 'current') {
    return (
      <Button disabled className="w-full">
        Current Plan
      </Button>
    );
  }
  if ((offer !== 'claim' && offer !== 'choose') || !price) return otherwise;
  return (
    <>
      <Button variant="primary" isLoading={isLeaving} onClick={() => leave({ product, price })} className="w-full">
        {offer === 'claim' ? 'Claim Your Spot' : 'Choose Plan'}
      </Button>
      {error && (
        <div className="mt-4">
          <Notice tone="danger">{failureMessage(error)}</Notice>
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
