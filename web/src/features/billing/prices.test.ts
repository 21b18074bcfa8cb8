import { expect, it } from 'vitest';
import { buildProduct } from '#features/billing/billing.test-setup.ts';
import { planLabel } from '#features/billing/plan-name.ts';
import { yearlySaving } from '#features/billing/prices.ts';
import { formatInterval } from '#lib/prices.ts';
import { featureLabel } from '#lib/wording.ts';

it('the saving is the yearly price of pro minus that of early pro', () => {
  const pro = buildProduct({ plan_key: 'pro', amount: 1_500, interval: 'month' });
  expect(yearlySaving([buildProduct(), pro])).toBe('€131');
});

it('the saving is compared with the cheapest yearly price of pro', () => {
  const pro = { plan_key: 'pro', amount: 1_500, interval: 'month' };
  expect(yearlySaving([buildProduct(), buildProduct({ ...pro, yearlyAmount: 15_000 })])).toBe('€101');
});

it('there is no saving where the prices cannot be compared, or early pro is the dearer one', () => {
  expect(yearlySaving([buildProduct()])).toBeNull();
  expect(yearlySaving([buildProduct(), buildProduct({ plan_key: 'pro', interval: 'week' })])).toBeNull();
  expect(yearlySaving([buildProduct(), buildProduct({ plan_key: 'pro', amount: 100 })])).toBeNull();
});

it('an interval is written out', () => {
  const [price] = buildProduct().prices;
  if (!price) throw new Error('the product has no price');
  expect(formatInterval(price)).toBe('/ year');
  expect(formatInterval({ ...price, recurringInterval: 'month', recurringIntervalCount: 3 })).toBe('/ 3 months');
  expect(formatInterval({ ...price, recurringInterval: null })).toBe('');
});

it.each([
  ['early_pro', 'Early Pro'],
  ['pro', 'Pro Plan'],
  ['starter', 'Starter Plan'],
  ['free', 'Starter Plan'],
  ['', 'Starter Plan'],
  [null, 'Starter Plan'],
])('the plan %j is called %s', (plan, label) => {
  expect(planLabel(plan)).toBe(label);
});

it('a feature that is named by a key is written as words', () => {
  expect(featureLabel('priority_support')).toBe('Priority support');
});
