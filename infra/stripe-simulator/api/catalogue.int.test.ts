import { describe, expect } from 'vitest';
import { earlyPro, it } from '#simulator.test-setup.ts';

describe('what is for sale', () => {
  it("begins with Inlet's plans at their prices", async ({ stripe }) => {
    const prices = await stripe.prices.list({ expand: ['data.product'] });
    const shelf = prices.data.map(({ unit_amount, currency, recurring, product }) => {
      const { metadata } = product as { metadata: Record<string, string> };
      expect(JSON.parse(metadata.features ?? '')).toContain('Webhooks');
      return [metadata.plan_key, metadata.sale, metadata.capacity, unit_amount, currency, recurring?.interval];
    });
    expect(shelf).toEqual([
      ['early_pro', 'waitlist', '20', 4_900, 'eur', 'year'],
      ['pro', 'soon', undefined, 18_000, 'eur', 'year'],
      ['pro', 'soon', undefined, 1_500, 'eur', 'month'],
      ['starter', 'soon', undefined, 500, 'eur', 'month'],
    ]);
  });

  it('has decimals where the library reads some', async ({ stripe }) => {
    expect((await stripe.prices.retrieve(earlyPro)).unit_amount_decimal?.toString()).toBe('4900');
  });

  it('changes a product, key by key of its metadata', async ({ stripe }) => {
    await stripe.products.update('prod_inlet_pro', { metadata: { sale: 'open', plan_key: '' } });
    const { metadata } = await stripe.products.retrieve('prod_inlet_pro');
    expect(metadata).toEqual({ sale: 'open', features: expect.any(String) });
  });
});

describe('customers', () => {
  it('are found by their address', async ({ stripe }) => {
    const ada = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: '1' } });
    await stripe.customers.create({ email: 'bob@example.com' });
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toMatchObject([
      { id: ada.id, email: 'ada@example.com', metadata: { userId: '1' } },
    ]);
    expect(await stripe.customers.retrieve(ada.id)).toMatchObject({ object: 'customer', email: 'ada@example.com' });
    await stripe.customers.update(ada.id, { email: 'lovelace@example.com' });
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toEqual([]);
  });

  it('take their subscriptions with them when they are deleted', async ({ stripe, latestEvents, purchase }) => {
    const { customer, read } = purchase;
    expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect((await read()).status).toBe('canceled');
    expect(await latestEvents(2)).toEqual(['customer.subscription.deleted', 'customer.deleted']);
    await expect(stripe.customers.del(customer.id)).rejects.toMatchObject({ statusCode: 404 });
    const list = stripe.subscriptions.list({ customer: customer.id });
    await expect(list).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
  });
});
