import { describe, expect, it } from 'vitest';
import { earlyPro, startSimulator } from '#simulator.test-setup.ts';

describe('what is for sale', () => {
  it("begins with Inlet's plans at their prices", async () => {
    const { stripe } = await startSimulator();
    const { data } = await stripe.prices.list({ active: true, expand: ['data.product'] });
    const shelf = data.map(({ unit_amount, currency, recurring, product }) => ({
      amount: unit_amount,
      currency,
      interval: recurring?.interval,
      metadata: typeof product === 'object' && !product.deleted ? product.metadata : null,
    }));
    const pro = { plan_key: 'pro', features: expect.any(String), sale: 'soon' };
    expect(shelf).toEqual([
      {
        amount: 4_900,
        currency: 'eur',
        interval: 'year',
        metadata: { plan_key: 'early_pro', features: expect.any(String), sale: 'waitlist', capacity: '20' },
      },
      { amount: 18_000, currency: 'eur', interval: 'year', metadata: pro },
      { amount: 1_500, currency: 'eur', interval: 'month', metadata: pro },
      {
        amount: 500,
        currency: 'eur',
        interval: 'month',
        metadata: { plan_key: 'starter', features: expect.any(String), sale: 'soon' },
      },
    ]);
    for (const { metadata } of shelf) expect(JSON.parse(metadata?.features ?? '')).toContain('Webhooks');
  });

  it('has decimals where the library reads some', async () => {
    const { stripe } = await startSimulator();
    expect((await stripe.prices.retrieve(earlyPro)).unit_amount_decimal?.toString()).toBe('4900');
  });

  it('makes products and changes them, key by key of their metadata', async () => {
    const { stripe } = await startSimulator();
    const made = await stripe.products.create({ name: 'Team', metadata: { plan_key: 'team', sale: 'soon' } });
    await stripe.products.update(made.id, { active: false, metadata: { sale: 'open', plan_key: '' } });
    const product = await stripe.products.retrieve(made.id);
    expect(product).toMatchObject({ name: 'Team', active: false, metadata: { sale: 'open' } });
    expect(product.metadata).not.toHaveProperty('plan_key');
    expect((await stripe.products.list({ active: false })).data.map(({ id }) => id)).toEqual([made.id]);
    expect((await stripe.products.list({ ids: ['prod_inlet_pro', made.id] })).data).toHaveLength(2);
  });

  it('makes prices of a product and takes them off', async () => {
    const { stripe } = await startSimulator();
    const fields = { product: 'prod_inlet_pro', currency: 'eur', unit_amount: 18_000 };
    const price = await stripe.prices.create({ ...fields, recurring: { interval: 'year' } });
    expect(price).toMatchObject({ ...fields, type: 'recurring', recurring: { interval: 'year', interval_count: 1 } });
    await stripe.prices.update(price.id, { active: false });
    const { data } = await stripe.prices.list({ product: 'prod_inlet_pro', active: true });
    expect(data.map(({ id }) => id)).toEqual(['price_inlet_pro_yearly', 'price_inlet_pro_monthly']);
    const orphan = stripe.prices.create({ ...fields, product: 'prod_none' });
    await expect(orphan).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'product' });
    const nameless = stripe.products.create({ name: '' });
    await expect(nameless).rejects.toMatchObject({ statusCode: 400, param: 'name' });
  });
});

describe('customers', () => {
  it('are found by their address', async () => {
    const { stripe } = await startSimulator();
    const ada = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: '1' } });
    await stripe.customers.create({ email: 'bob@example.com' });
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toMatchObject([
      { id: ada.id, email: 'ada@example.com', metadata: { userId: '1' } },
    ]);
    expect(await stripe.customers.retrieve(ada.id)).toMatchObject({ object: 'customer', email: 'ada@example.com' });
    await stripe.customers.update(ada.id, { email: 'lovelace@example.com' });
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toEqual([]);
  });

  it('take their subscriptions with them when they are deleted', async () => {
    const { stripe, subscribe } = await startSimulator();
    const { customer, subscription } = await subscribe();
    expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    await expect(stripe.customers.del(customer.id)).rejects.toMatchObject({ statusCode: 404 });
    const { data } = await stripe.events.list({ types: ['customer.deleted', 'customer.subscription.deleted'] });
    expect(data.map(({ type }) => type)).toEqual(['customer.deleted', 'customer.subscription.deleted']);
  });
});
