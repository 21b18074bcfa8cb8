import { describe, expect } from 'vitest';
import { days, earlyPro, it, pro, starter, startSimulator } from '#simulator.test-setup.ts';

describe('a subscription', () => {
  it('has its period on its item, and its invoice knows it as its parent', async ({ subscribe }) => {
    const { subscription, item, invoices } = await subscribe(earlyPro);
    expect([days(365), days(366)]).toContain(item.current_period_end - item.current_period_start);
    expect(subscription).not.toHaveProperty('current_period_end');
    expect(await invoices()).toMatchObject([
      { status: 'paid', parent: { subscription_details: { subscription: subscription.id } } },
    ]);
  });

  it('ends at once when it is cancelled, and stays ended', async ({ stripe, purchase: { subscription } }) => {
    const ended = await stripe.subscriptions.cancel(subscription.id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 });
    const revived = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    await expect(revived).rejects.toMatchObject({ statusCode: 400 });
  });

  it('changes to a price of the same interval for the rest of its period, as the preview says', async ({
    simulator,
  }) => {
    const { stripe, subscribe } = simulator;
    const { customer, subscription, item, invoices } = await subscribe(starter);
    const details = {
      items: [{ id: item.id, price: pro }],
      proration_behavior: 'always_invoice' as const,
      proration_date: Math.floor((item.current_period_start + item.current_period_end) / 2),
    };
    const asked = { customer: customer.id, subscription: subscription.id, subscription_details: details };
    const preview = await stripe.invoices.createPreview(asked);
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-250, 750]);
    expect(preview).toMatchObject({ amount_due: 500, status: 'draft' });
    expect(await invoices()).toHaveLength(1);
    const changed = await stripe.subscriptions.update(subscription.id, details);
    expect(changed.items.data).toMatchObject([{ price: { id: pro }, current_period_end: item.current_period_end }]);
    const [invoice] = await invoices();
    expect(invoice).toMatchObject({ amount_paid: 500, billing_reason: 'subscription_update', status: 'paid' });
    expect(await (await fetch(invoice?.hosted_invoice_url ?? '')).text()).toContain('Unused time on Starter');
  });

  it('changes to a price of another interval with a new period that is paid at once', async ({ subscribe }) => {
    const { item, invoices, changeTo } = await subscribe(starter);
    const changed = await changeTo(earlyPro, { proration_date: item.current_period_start });
    expect(changed.items.data[0]?.current_period_end).toBeGreaterThan(changed.created + days(364));
    expect(await invoices()).toMatchObject([
      { status: 'paid', amount_paid: 4_400, billing_reason: 'subscription_update' },
      { status: 'paid', amount_paid: 500, billing_reason: 'subscription_create' },
    ]);
  });

  it('leaves credit behind where a plan becomes smaller, which pays later invoices', async ({ simulator }) => {
    const { stripe, subscribe, advance } = simulator;
    const { customer, invoices, changeTo } = await subscribe(pro);
    await changeTo(starter);
    const { balance } = (await stripe.customers.retrieve(customer.id)) as { balance: number };
    expect(balance).toBeLessThanOrEqual(-999);
    await advance(days(32));
    const [renewal] = await invoices();
    expect(renewal).toMatchObject({ total: 500, amount_due: 0, status: 'paid', ending_balance: balance + 500 });
  });

  it('ends at a moment of its own, unless that is taken back', async ({ stripe, advance, purchase }) => {
    const { subscription, read } = purchase;
    const moment = subscription.created + days(3);
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at: moment });
    expect(ending).toMatchObject({ cancel_at: moment, cancel_at_period_end: false });
    expect((await stripe.subscriptions.update(subscription.id, { cancel_at: '' })).cancel_at).toBeNull();
    await stripe.subscriptions.update(subscription.id, { cancel_at: moment });
    await advance(days(4));
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: moment });
  });

  it.each([
    ['to a price that is not there', { price: 'price_none' }, { code: 'resource_missing', param: 'items[0][price]' }],
    ['of another item', { id: 'si_none' }, { code: 'resource_missing', param: 'items[0][id]' }],
  ])('is left as it was by a change %s', async (_what, wrong, details) => {
    const { stripe, subscribe } = await startSimulator();
    const { subscription, item, read } = await subscribe();
    const items = [{ id: item.id, price: pro, ...wrong }];
    const refused = stripe.subscriptions.update(subscription.id, { items, cancel_at_period_end: true });
    await expect(refused).rejects.toMatchObject(details);
    expect((await read()).cancel_at_period_end).toBe(false);
  });
});

describe('money that goes back', () => {
  it('is refunded by the payment of an invoice, once, and told', async ({ stripe, subscribe }) => {
    const { customer, subscription } = await subscribe(earlyPro);
    const { data: payments } = await stripe.invoicePayments.list({ invoice: String(subscription.latest_invoice) });
    const wish = { payment_intent: String(payments[0]?.payment.payment_intent) };
    const refund = await stripe.refunds.create(wish);
    expect(refund).toMatchObject({ amount: 4_900, currency: 'eur', status: 'succeeded', ...wish });
    await expect(stripe.refunds.create(wish)).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await stripe.refunds.list()).data).toMatchObject([{ id: refund.id }]);
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([
      { id: refund.charge, refunded: true, amount_refunded: 4_900 },
    ]);
    const [told] = (await stripe.events.list()).data;
    expect(told).toMatchObject({ type: 'charge.refunded', data: { object: { id: refund.charge, refunded: true } } });
  });

  it('is none where nothing was paid', async ({ stripe }) => {
    const refused = stripe.refunds.create({ payment_intent: 'pi_none' });
    await expect(refused).rejects.toMatchObject({ code: 'resource_missing', param: 'payment_intent' });
  });
});
