import type Stripe from 'stripe';

/** All rows. Maps keep the order in which rows were added, which is the order of lists. */
export function createTables() {
  return {
    customers: new Map<string, Stripe.Customer | Stripe.DeletedCustomer>(),
    products: new Map<string, Stripe.Product>(),
    prices: new Map<string, RecurringPrice>(),
    checkoutSessions: new Map<string, Stripe.Checkout.Session>(),
    checkoutTerms: new Map<string, CheckoutTerms>(),
    portalSessions: new Map<string, Stripe.BillingPortal.Session>(),
    cards: new Map<string, Card>(),
    subscriptions: new Map<string, Stripe.Subscription>(),
    invoices: new Map<string, Stripe.Invoice>(),
    invoicePayments: new Map<string, Stripe.InvoicePayment>(),
    charges: new Map<string, Stripe.Charge>(),
    refunds: new Map<string, Stripe.Refund>(),
    events: new Map<string, Stripe.Event>(),
    deliveries: new Map<string, Delivery>(),
    answers: new Map<string, StoredAnswer>(),
  };
}

export type Tables = ReturnType<typeof createTables>;

/** All prices recur. */
export type RecurringPrice = Stripe.Price & { readonly recurring: Stripe.Price.Recurring };

/** Parameters of a checkout that its session does not show. The id is the session's. */
export interface CheckoutTerms {
  readonly id: string;
  readonly price: string;
  readonly subscriptionMetadata: Stripe.Metadata;
  /** When it expires by the simulator's own clock. */
  readonly dueAt: number;
}

/** The card that a customer pays with. The id is the customer's. */
export interface Card {
  readonly id: string;
  readonly declines: boolean;
}

/** One copy of an event on its way to the webhook address. Moments are in real milliseconds. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  readonly nextAttemptAtMs: number;
  readonly attempts: readonly { readonly atMs: number; readonly outcome: string }[];
}

/** The response to an idempotency key. The id is the key. */
export interface StoredAnswer {
  readonly id: string;
  /** The call with its parameters. */
  readonly question: string;
  readonly body: string;
  readonly atMs: number;
}
