import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';
import { syncCustomer } from '#billing/sync-customer.ts';

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
  // More than there are connections, while none of the others comes to an end.
  const answers = await Promise.all(Array.from({ length: 30 }, () => account.call('GET /api/products')));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(slow.waiting()).toBe(3);
  slow.release();
  await Promise.all(working);
  const inactive = await prisma.user.count({ where: { subscriptionStatus: 'inactive' } });
  expect(inactive).toBe(users.length);
});

/** Answers nothing until it is released; then that nobody has a subscription. */
async function startSlowStripe() {
  const answers: (() => void)[] = [];
  let isReleased = false;
  const server = createServer((_request, response) => {
    const answer = () => {
      response.setHeader('content-type', 'application/json');
      response.end('{"object":"list","data":[],"has_more":false,"url":"/v1/subscriptions"}');
    };
    if (isReleased) answer();
    else answers.push(answer);
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
    waiting: () => answers.length,
    release: () => {
      isReleased = true;
      for (const answer of answers) answer();
    },
  };
}
