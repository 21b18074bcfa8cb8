import { expect, it } from 'vitest';
import { buildProduct } from '#features/billing/billing.test-setup.ts';
import { planOffer } from '#features/billing/plan-offer.ts';

const stranger = { currentPlan: null, currentPriceId: null, isInvited: false, openCheckout: null };
const expiresAt = '2026-11-20T14:36:00.000Z';
const guest = { ...stranger, isInvited: true };

it('early pro is waited for, unless one was invited', () => {
  expect(planOffer(buildProduct(), stranger, 3)).toBe('waitlist');
  expect(planOffer(buildProduct(), guest, 3)).toBe('claim');
});

it('early pro is sold out for everybody when no spot is available', () => {
  expect(planOffer(buildProduct(), stranger, 0)).toBe('sold-out');
  expect(planOffer(buildProduct(), guest, 0)).toBe('sold-out');
  expect(planOffer(buildProduct({ sale: 'open' }), guest, 0)).toBe('sold-out');
});

it('early pro is not sold out for the holder of the last spot', () => {
  const holder = { ...guest, openCheckout: { priceId: 'price_early_pro', expiresAt } };
  expect(planOffer(buildProduct(), holder, 0)).toBe('claim');
  expect(planOffer(buildProduct(), { ...guest, openCheckout: { priceId: 'price_pro', expiresAt } }, 0)).toBe(
    'sold-out',
  );
});

it('a count that is not known closes nothing', () => {
  expect(planOffer(buildProduct(), guest, null)).toBe('claim');
});

it('the spots of early pro say nothing about other plans', () => {
  expect(planOffer(buildProduct({ plan_key: 'pro', sale: 'open' }), stranger, 0)).toBe('choose');
});

it('a plan that comes soon cannot be bought, invited or not', () => {
  expect(planOffer(buildProduct({ plan_key: 'pro', sale: 'soon' }), guest, 3)).toBe('soon');
});

it('the plan that one has is not offered again', () => {
  expect(planOffer(buildProduct({ plan_key: 'pro', sale: 'open' }), { ...guest, currentPlan: 'pro' }, 3)).toBe(
    'current',
  );
});
