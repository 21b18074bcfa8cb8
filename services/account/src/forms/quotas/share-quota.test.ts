import { describe, expect, it } from 'vitest';
import { shareQuota } from '#forms/quotas/share-quota.ts';

const quota = { limit: 1_000, granted: 0, direct: 0, left: 0 };

describe('the share of a quota that goes to Redis', () => {
  it('is a quarter of the month at most, and half of what is left when that is less', () => {
    expect(shareQuota(quota, 0)).toEqual({ more: 250, low: 125, isFull: false });
    expect(shareQuota({ ...quota, granted: 250, left: 100 }, 0)).toEqual({ more: 150, low: 125, isFull: false });
    expect(shareQuota({ ...quota, granted: 900, left: 20 }, 0)).toEqual({ more: 40, low: 30, isFull: false });
  });

  it('is as much as is wanted, where there is so much', () => {
    expect(shareQuota(quota, 600)).toEqual({ more: 600, low: 125, isFull: false });
    expect(shareQuota({ ...quota, granted: 900, direct: 60, left: 10 }, 500)).toEqual({
      more: 40,
      low: 12,
      isFull: true,
    });
  });

  it('is everything at the end', () => {
    expect(shareQuota({ ...quota, granted: 999 }, 0)).toEqual({ more: 1, low: 0, isFull: true });
    expect(shareQuota({ ...quota, limit: 1 }, 0)).toEqual({ more: 1, low: 0, isFull: true });
  });

  it.each([
    ['granted', { granted: 1_000, left: 5 }],
    ['taken for what was stored without Redis', { granted: 600, direct: 400 }],
    ['used beyond a smaller plan', { limit: 500, granted: 900, direct: 10 }],
  ])('is nothing when everything is %s', (_what, overrides) => {
    expect(shareQuota({ ...quota, ...overrides }, 10)).toMatchObject({ more: 0, isFull: true });
  });
});
