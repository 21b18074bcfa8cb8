import { waitUntil } from '@inlet/local-servers/wait-until';
import { describe, expect } from 'vitest';
import { it as base, startSimulator } from '#simulator.test-setup.ts';
import { startReceiver } from '#webhook-receiver.test-setup.ts';

const it = base
  .extend('receiver', () => startReceiver())
  .extend('simulator', ({ receiver }) => startSimulator({ STRIPE_WEBHOOK_URL: receiver.url }));

describe('webhooks', () => {
  it('tell the whole life of a purchase, in its order', async ({ receiver, stripe, subscribe }) => {
    const { subscription } = await subscribe();
    await stripe.subscriptions.cancel(subscription.id);
    await receiver.received('customer.subscription.deleted');
    expect(receiver.receipts.map(({ event }) => event.type)).toEqual([
      'customer.created',
      'invoice.created',
      'invoice.finalized',
      'customer.subscription.created',
      'charge.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
      'customer.subscription.deleted',
    ]);
  });

  it('come again until they are received; a redirect is no receipt', async ({ receiver, stripe }) => {
    receiver.answerNext(500, 301, 503);
    await stripe.customers.create({});
    const receipts = await receiver.received('customer.created', 4);
    expect(new Set(receipts.map(({ event }) => event.id)).size).toBe(1);
    await waitUntil(async () => (await stripe.events.list({ delivery_success: true })).data.length === 1);
    expect(receiver.receipts).toHaveLength(4);
  });

  it('are given up after the last attempt, and stay listed as undelivered', async ({ receiver, simulator }) => {
    const { stripe, deliveries } = simulator;
    receiver.answerNext(500, 500, 500, 500, 500, 500);
    await stripe.customers.create({});
    await waitUntil(async () => (await deliveries())[0]?.state === 'failed', { what: 'the last attempt' });
    const { data } = await stripe.events.list({ delivery_success: false });
    expect(data).toMatchObject([{ type: 'customer.created', pending_webhooks: 1 }]);
  });

  it('come several times on demand', async ({ receiver, stripe, simulator: { control } }) => {
    await control('webhooks', { duplicate: 2 });
    await stripe.customers.create({});
    const receipts = await receiver.received('customer.created', 3);
    expect(new Set(receipts.map(({ event }) => event.id)).size).toBe(1);
  });

  it('come in another order on demand', async ({ receiver, stripe, subscribe, simulator: { control } }) => {
    await control('webhooks', { pause: true, shuffle: true });
    for (let number = 0; number < 12; number += 1) await stripe.customers.create({});
    await subscribe();
    await control('webhooks', { pause: false });
    await waitUntil(() => receiver.receipts.length === 20, { what: 'all of them' });
    const { data } = await stripe.events.list({ limit: 100 });
    const received = receiver.receipts.map(({ event }) => event.id);
    const emitted = data.map(({ id }) => id).reverse();
    expect(received.toSorted()).toEqual(emitted.toSorted());
    expect(received).not.toEqual(emitted);
  });

  it('are lost on demand, and found again by asking for what was not delivered', async ({ receiver, simulator }) => {
    const { stripe, control } = simulator;
    await control('webhooks', { drop: 1 });
    const lost = await stripe.customers.create({});
    await stripe.customers.create({});
    await receiver.received('customer.created');
    await waitUntil(async () => (await stripe.events.list({ delivery_success: true })).data.length === 1);
    const { data } = await stripe.events.list({ delivery_success: false });
    expect(data.map((event) => event.data.object)).toMatchObject([{ id: lost.id }]);
  });

  it('wait on demand, and go out when the pause is over', async ({ receiver, stripe, simulator: { control } }) => {
    await control('webhooks', { pause: true });
    const { id } = await stripe.customers.create({});
    // Far more rounds than a delivery on this machine takes.
    for (let turn = 0; turn < 20; turn += 1) await stripe.customers.retrieve(id);
    expect((await stripe.events.list()).data).toMatchObject([{ pending_webhooks: 1 }]);
    expect(receiver.receipts).toEqual([]);
    await control('webhooks', { pause: false });
    await receiver.received('customer.created');
  });

  it('come late on demand', async ({ receiver, stripe, simulator: { control } }) => {
    await control('webhooks', { delayMs: 150 });
    const startedAt = performance.now();
    await stripe.customers.create({});
    await receiver.received('customer.created');
    expect(performance.now() - startedAt).toBeGreaterThan(140);
  });

  it('hold no call up while nobody answers them', async () => {
    const simulator = await startSimulator({ STRIPE_WEBHOOK_URL: 'http://127.0.0.1:9/webhook' });
    const { session } = await simulator.openCheckout();
    expect(session.status).toBe('open');
    expect(await simulator.deliveries()).toHaveLength(1);
  });

  it('refuse levers that are none', async ({ simulator: { control } }) => {
    await expect(control('webhooks', { duplicat: 1 })).rejects.toThrow('duplicat');
    await expect(control('webhooks', { delayMs: -1 })).rejects.toThrow('delayMs');
    await expect(control('clock', { advanceSeconds: 1e12 })).rejects.toThrow('advanceSeconds');
  });
});

describe('events', () => {
  it('say what their objects were when they happened', async () => {
    const { stripe, subscribe } = await startSimulator();
    const { press } = await subscribe();
    await press('cancel-at-end');
    const { data } = await stripe.events.list();
    const endings = data.flatMap(({ data: { object } }) =>
      object.object === 'subscription' ? [object.cancel_at_period_end] : [],
    );
    expect(endings).toEqual([true, false]);
    expect(await stripe.events.retrieve(data[0]?.id ?? '')).toMatchObject({ id: data[0]?.id, pending_webhooks: 0 });
  });
});
