import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

type Fields = Pick<Stripe.BillingPortal.Session, 'customer' | 'return_url'> & { readonly origin: string };

export function buildPortalSession({ origin, ...fields }: Fields, now: number): Stripe.BillingPortal.Session {
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    ...nulls('customer_account flow locale on_behalf_of'),
    configuration: 'bpc_local',
    created: now,
    livemode: false,
    url: `${origin}/p/session/${id}`,
    ...fields,
  };
}
