import { describe, expect, it } from 'vitest';
import { readCount, readProducts } from '#features/pricing/api/read-answers.ts';

const price = {
  id: 'price_1',
  productId: 'prod_1',
  currency: 'eur',
  unitAmount: 4_900,
  recurringInterval: 'year',
  recurringIntervalCount: 1,
  type: 'recurring',
  metadata: {},
};
const metadata = { plan_key: 'early_pro', features: ['20 forms'], sale: 'waitlist', capacity: 20 };
const product = { id: 'prod_1', name: 'Early Pro', description: null, metadata, prices: [price] };

describe('readProducts', () => {
  it('accepts the list of the service', () => {
    expect(readProducts({ products: [product, { ...product, prices: [] }] })).toHaveLength(2);
  });

  it.each([
    [null],
    [[]],
    ['products'],
    [{}],
    [{ products: {} }],
    [{ products: [null] }],
    [{ products: [{ ...product, metadata: null }] }],
    [{ products: [{ ...product, metadata: { ...metadata, sale: 'maybe' } }] }],
    [{ products: [{ ...product, metadata: { ...metadata, features: [1] } }] }],
    [{ products: [{ ...product, prices: [{ ...price, unitAmount: '4900' }] }] }],
    [{ products: [{ ...product, prices: [{ ...price, unitAmount: -1 }] }] }],
    [{ products: [{ ...product, prices: [{ ...price, currency: 'euro' }] }] }],
  ])('takes nothing of %j', (body) => {
    expect(readProducts(body)).toBeNull();
  });
});

describe('readCount', () => {
  it('takes two counts', () => {
    expect(readCount({ count: 3, available: 17 })).toEqual({ count: 3, available: 17 });
  });

  it.each([
    [null],
    [{}],
    [{ count: 3 }],
    [{ count: '3', available: 17 }],
    [{ count: 1.5, available: 1 }],
    [{ count: 0, available: 0 }],
  ])('takes nothing of %j', (body) => {
    expect(readCount(body)).toBeNull();
  });
});
