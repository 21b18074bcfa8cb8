import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';

type Fields = Pick<Stripe.BillingPortal.Session, 'customer' | 'return_url'> & { readonly origin: string };

export function buildPortalSession({ origin, ...fields }: Fields, now: number): Stripe.BillingPortal.Session {
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_local',
    created: now,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    url: `${origin}/p/session/${id}`,
    ...fields,
  };
}
