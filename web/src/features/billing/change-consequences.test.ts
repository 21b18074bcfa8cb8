import type { Usage } from '@inlet/contracts/usage';
import { expect, it } from 'vitest';
import { changeConsequences } from '#features/billing/change-consequences.ts';

const usage = { currentForms: 12, currentSubmissions: 1_200 } as Usage;

it('a larger plan brings limits and features', () => {
  expect(changeConsequences('starter', 'pro', usage)).toEqual([
    'You can have 20 forms and receive 5,000 submissions a month.',
    'You get: analytics, automatic deletion, priority support.',
  ]);
});

it('a smaller plan says what it takes and what it no longer covers', () => {
  expect(changeConsequences('early_pro', 'starter', usage)).toEqual([
    'You can have 5 forms and receive 1,000 submissions a month.',
    'You lose: analytics, automatic deletion, priority support.',
    'You have 12 forms. All of them stay, and you cannot create more.',
    'You have used 1,200 submissions this month, so your forms refuse new ones until next month.',
    'You lose your Early Pro spot and its price.',
  ]);
});

it('another price of the same plan changes nothing but the price', () => {
  expect(changeConsequences('pro', 'pro', usage)).toEqual([]);
});
