import { fileURLToPath } from 'node:url';
import { billingStateSchema } from '@inlet/contracts/billing';
import type { Prisma, User } from '@inlet/db/client';
import { freePort } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { startServiceProcess } from '@inlet/testing/service-process';
import { v7 as uuidv7 } from 'uuid';
import { type Answer, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { billing as billingWork, wakeByEvents } from '#background-work.ts';

export const webhookSecret = 'whsec_of_a_test';
export const plans = {
  starter: 'price_inlet_starter_monthly',
  pro: 'price_inlet_pro_monthly',
  early_pro: 'price_inlet_early_pro_yearly',
} as const;
export type Plan = keyof typeof plans;
const home = 'http://localhost:8080';

export interface TestBilling {
  readonly account: TestAccount;
  /** The address of the simulated Stripe. */
  readonly stripeUrl: string;
  readonly control: (lever: string, body: unknown) => Promise<void>;
  /** Somebody who never bought anything and was invited. */
  readonly buyer: (overrides?: Partial<Prisma.UserUncheckedCreateInput>) => Promise<BuiltUser>;
  /** The session of a user, which the first call opens. */
  readonly tokenOf: (user: User) => Promise<string>;
  readonly checkout: (user: User, plan?: Plan, changes?: object) => Promise<Answer>;
  /** A person's action on the payment page. */
  readonly decide: (url: string, action: 'pay' | 'expire' | 'decline') => Promise<Response>;
  /** Buys a plan, and waits until it is there. */
  readonly subscribe: (user: User, plan?: Plan) => Promise<BuiltUser>;
  /** What a customer does in the portal. */
  readonly act: (user: User, action: string, price?: string) => Promise<void>;
  readonly read: (user: User) => Promise<BuiltUser>;
  readonly state: (user: User) => Promise<ReturnType<typeof billingStateSchema.parse>>;
  /** Waits until Stripe has sent all events, and all are processed. */
  readonly settled: (timeoutMs?: number) => Promise<void>;
  readonly spots: () => Promise<{ readonly free: number; readonly held: number; readonly sold: number }>;
  readonly freeAll: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface BillingOptions {
  /**
   * Sells starter and pro to everyone; otherwise they come later. Early pro is only for invited users in both cases.
   */
  readonly sellAll?: boolean;
}

/** Starts the account service with its billing, and a separate Stripe simulator that sends it events. */
export async function startBilling(options: BillingOptions = {}): Promise<TestBilling> {
  const parts = new AsyncDisposableStack();
  const close = () => parts.disposeAsync();
  try {
    return { ...(await startParts(options, parts)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(
  { sellAll = false }: BillingOptions,
  parts: AsyncDisposableStack,
): Promise<Omit<TestBilling, 'close'>> {
  const port = await freePort();
  const stripeUrl = `http://127.0.0.1:${port}`;
  const account = await startTestAccount({ STRIPE_API_URL: stripeUrl, STRIPE_WEBHOOK_SECRETS: webhookSecret });
  parts.defer(account.close);
  const { database, stripe } = account.deps;
  const { prisma, pool } = database;
  const simulator = await startSimulator(port, `${account.url}/api/payment/webhook`);
  parts.defer(async () => void (await simulator.stop()));
  const work = startBackgroundWork(billingWork, account.deps);
  parts.defer(work.close);
  wakeByEvents(account.deps, work);
  await waitUntil(async () => (await prisma.spot.count()) === 20, { what: 'the products to be taken over' });

  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (user: User): Promise<string> => {
    const token = tokens.get(user.id) ?? account.signIn(user);
    tokens.set(user.id, token);
    return token;
  };
  const post = async (address: string, fields: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  const billing: Omit<TestBilling, 'close'> = {
    account,
    stripeUrl,
    tokenOf,
    control: async (lever, body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${stripeUrl}/_control/${lever}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${lever}: ${await answer.text()}`);
    },
    buyer: async (overrides = {}) => {
      const none = { plan: null, subscriptionStatus: 'inactive', stripeSubscriptionId: null };
      const user = await buildUser(prisma, { ...none, ...overrides });
      const id = uuidv7();
      const dates = { expiresAt: new Date(), usedAt: new Date() };
      await prisma.invitation.create({ data: { id, email: user.email, tokenHash: id, userId: user.id, ...dates } });
      return user;
    },
    checkout: async (user, plan = 'early_pro', changes = {}) => {
      const addresses = { successUrl: `${home}/payment/success?success=true`, cancelUrl: `${home}/payment/canceled` };
      const body = { priceId: plans[plan], planType: plan, userId: user.id, ...addresses, ...changes };
      return account.call('POST /api/payment/create-checkout-session', { token: await tokenOf(user), body });
    },
    decide: (url, action) => post(url, { action }),
    subscribe: async (user, plan = 'early_pro') => {
      const { body } = await billing.checkout(user, plan);
      await billing.decide((body as { url: string }).url, 'pay');
      await waitUntil(async () => (await billing.read(user)).subscriptionStatus === 'active', { what: 'the plan' });
      return billing.read(user);
    },
    act: async (user, action, price = '') => {
      const customer = (await billing.read(user)).stripeCustomerId ?? '';
      const session = await stripe.billingPortal.sessions.create({ customer, return_url: home });
      const [subscription] = (await stripe.subscriptions.list({ customer })).data;
      const answer = await post(session.url, { action, price, subscription: subscription?.id ?? '' });
      if (answer.status !== 303) throw new Error(`${action}: ${await answer.text()}`);
    },
    read: async ({ id }) => (await prisma.user.findUniqueOrThrow({ where: { id } })) as BuiltUser,
    state: async (user) => {
      const answer = await account.call('GET /api/v1/billing', { token: await tokenOf(user) });
      return billingStateSchema.strict().parse(answer.body);
    },
    settled: async (timeoutMs = 120_000) => {
      const isSettled = async () => {
        const { deliveries } = (await (await fetch(`${stripeUrl}/_control/deliveries`)).json()) as Deliveries;
        if (deliveries.some(({ state }) => state === 'waiting')) return false;
        return (await prisma.stripeEvent.count({ where: { processedAt: null } })) === 0;
      };
      await waitUntil(isSettled, { timeoutMs, what: 'all events to be worked off' });
    },
    spots: async () => {
      const { rows } = await pool.query<{ free: number; held: number; sold: number }>(
        `select count(*) filter (where state = 'free')::int as free, count(*) filter (where state = 'held')::int as held,
           count(*) filter (where state = 'sold')::int as sold from spots`,
      );
      return rows[0] ?? { free: 0, held: 0, sold: 0 };
    },
    freeAll: async () => {
      await pool.query(`update spots set state = 'free', user_id = null, checkout_id = null`);
    },
  };
  if (sellAll) {
    for (const product of ['prod_inlet_starter', 'prod_inlet_pro']) {
      await stripe.products.update(product, { metadata: { sale: 'open' } });
    }
    await billing.settled();
  }
  return billing;
}

interface Deliveries {
  readonly deliveries: readonly { readonly state: string }[];
}

function startSimulator(port: number, webhookUrl: string) {
  const program = fileURLToPath(import.meta.resolve('@inlet/stripe-simulator/main'));
  const env = { PORT: String(port), STRIPE_WEBHOOK_URL: webhookUrl, STRIPE_WEBHOOK_SECRET: webhookSecret };
  return startServiceProcess({ program, env });
}

/** The address of a checkout; fails if it was refused. */
export function urlOf({ status, body }: Answer): string {
  if (status !== 200) throw new Error(`The checkout was refused: ${JSON.stringify(body)}`);
  return (body as { url: string }).url;
}
