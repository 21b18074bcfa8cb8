import { describe, expect, it } from 'vitest';
import { planKeySchema } from '#account/plan-key.ts';
import { features, planAllows, planKeys, planLimits } from '#account/plans.ts';

describe('planLimits', () => {
  it.each([
    ['starter', 5, 1_000],
    ['pro', 20, 5_000],
    ['early_pro', 20, 5_000],
    ['free', 1, 100],
    ['', 1, 100],
    [null, 1, 100],
    ['PRO', 1, 100],
    [' pro', 1, 100],
    ['enterprise', 1, 100],
    ['constructor', 1, 100],
    ['__proto__', 1, 100],
    ['toString', 1, 100],
  ])('gives the plan %j %i forms and %i submissions a month', (plan, forms, submissionsPerMonth) => {
    expect(planLimits(plan)).toMatchObject({ forms, submissionsPerMonth });
  });
});

describe('planAllows', () => {
  it.each([
    ['starter', ['webhooks']],
    ['pro', ['webhooks', 'analytics', 'automatic_deletion', 'priority_support']],
    ['early_pro', ['webhooks', 'analytics', 'automatic_deletion', 'priority_support']],
    ['free', []],
    ['', []],
    [null, []],
    ['constructor', []],
  ])('gives the plan %j the features %j and no other', (plan, allowed) => {
    expect(features.filter((feature) => planAllows(plan, feature))).toEqual(allowed);
  });
});

describe('planKeySchema', () => {
  it('knows exactly the plans that can be bought', () => {
    expect(planKeys).toEqual(['starter', 'pro', 'early_pro']);
    expect(planKeySchema.safeParse('free').success).toBe(false);
  });
});
