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
