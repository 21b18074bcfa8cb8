import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';

const customers = 20;

it('a Stripe that is slow leaves connections to the database for everybody else', async () => {
  const slow = await startSlowStripe();
  const account = await startTestAccount({ STRIPE_API_URL: slow.url });
  onTestFinished(account.close);
  const { prisma } = account.deps.database;
  const names = Array.from({ length: customers }, (_, n) => `cus_${n}`);
  const users = await Promise.all(names.map((stripeCustomerId) => buildUser(prisma, { stripeCustomerId })));
  const working = names.map((name) => syncCustomer(account.deps, name));
  await waitUntil(() => slow.waiting() >= 3, { what: 'Stripe to be asked' });
  // More requests than connections, while none of the others completes.
  const answers = await Promise.all(Array.from({ length: 30 }, () => account.call('GET /api/products')));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(slow.waiting()).toBe(3);
  slow.release();
  await Promise.all(working);
  const inactive = await prisma.user.count({ where: { subscriptionStatus: 'inactive' } });
  expect(inactive).toBe(users.length);
});

it('what was read earlier never overwrites what was read later', async () => {
  const slow = await startSlowStripe([subscription]);
  const account = await startTestAccount({ STRIPE_API_URL: slow.url });
  onTestFinished(account.close);
  const { prisma, pool } = account.deps.database;
  const none = { subscriptionStatus: 'inactive', stripeSubscriptionId: null };
  const user = await buildUser(prisma, { stripeCustomerId: 'cus_1', ...none });
  const first = syncCustomer(account.deps, 'cus_1');
  await waitUntil(() => slow.waiting() === 1, { what: 'Stripe to be asked' });
  // In between, the subscription has ended at Stripe.
  const second = syncCustomer(account.deps, 'cus_1');
  const lock = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`;
  const isSecondHeld = async () => ((await pool.query(lock)).rowCount ?? 0) > 0;
  await waitUntil(async () => slow.asked() === 2 || (await isSecondHeld()), { what: 'the second one to begin' });
  if (slow.asked() === 2) await second;
  slow.release();
  await Promise.all([first, second]);
  expect(slow.asked()).toBe(2);
  expect(await prisma.user.findUnique({ where: { id: user.id } })).toMatchObject(none);
});

const subscription = {
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  created: 1_700_000_000,
  items: { data: [{ price: { id: 'price_1' }, current_period_end: 2_000_000_000 }] },
  metadata: {},
  cancel_at_period_end: false,
  cancel_at: null,
  ended_at: null,
  latest_invoice: null,
};

/** Holds back its first responses until it is released, and then returns no subscriptions. */
async function startSlowStripe(firstAnswer: readonly object[] = []) {
  const held: (() => void)[] = [];
  const once = firstAnswer.length > 0;
  let asked = 0;
  let isReleased = false;
  const server = createServer((_request, response) => {
    asked += 1;
    const data = asked === 1 ? firstAnswer : [];
    const answer = () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data, has_more: false, url: '/v1/subscriptions' }));
    };
    // If the first response is late, the others are fast.
    if (isReleased || (once && asked > 1)) answer();
    else held.push(answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    waiting: () => held.length,
    release: () => {
      isReleased = true;
      for (const answer of held) answer();
    },
  };
}
