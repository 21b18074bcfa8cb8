import type Stripe from 'stripe';

/** All rows. Maps keep the order in which rows were added, which is the order of lists. */
export interface Tables {
  readonly customers: Map<string, Stripe.Customer | Stripe.DeletedCustomer>;
  readonly products: Map<string, Stripe.Product>;
  readonly prices: Map<string, Stripe.Price>;
  readonly checkoutSessions: Map<string, Stripe.Checkout.Session>;
  readonly checkoutTerms: Map<string, CheckoutTerms>;
  readonly portalSessions: Map<string, Stripe.BillingPortal.Session>;
  readonly cards: Map<string, Card>;
  readonly subscriptions: Map<string, Stripe.Subscription>;
  readonly invoices: Map<string, Stripe.Invoice>;
  readonly invoicePayments: Map<string, Stripe.InvoicePayment>;
  readonly charges: Map<string, Stripe.Charge>;
  readonly refunds: Map<string, Stripe.Refund>;
  readonly events: Map<string, Stripe.Event>;
  readonly deliveries: Map<string, Delivery>;
  readonly answers: Map<string, StoredAnswer>;
}

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

/** The answer to an idempotency key. The id is the key. */
export interface StoredAnswer {
  readonly id: string;
  /** The call with its parameters. */
  readonly question: string;
  readonly body: string;
  readonly atMs: number;
}

export function createTables(): Tables {
  return {
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    checkoutSessions: new Map(),
    checkoutTerms: new Map(),
    portalSessions: new Map(),
    cards: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    invoicePayments: new Map(),
    charges: new Map(),
    refunds: new Map(),
    events: new Map(),
    deliveries: new Map(),
    answers: new Map(),
  };
}
