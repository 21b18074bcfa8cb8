import { expect, it } from 'vitest';
import { authMode, isForEverybody } from '#features/auth/auth-mode.ts';

it.each([
  ['', 'sign-in'],
  ['mode=nonsense', 'sign-in'],
  ['early_pro=true', 'waitlist'],
  ['early_pro=false', 'sign-in'],
  ['mode=waitlist', 'waitlist'],
  ['waitlist_success=true', 'waitlist'],
  ['invite=abc', 'invitation'],
  ['invite=abc&early_pro=true', 'invitation'],
  ['mode=sign-up', 'sign-up'],
  ['mode=forgot', 'forgot'],
  ['mode=reset&token=abc', 'reset'],
  ['mode=confirm-email&token=abc', 'confirm-email'],
  ['mode=verify&token=abc', 'verify'],
] as const)('/auth?%s opens %s', (query, mode) => {
  expect(authMode(new URLSearchParams(query))).toBe(mode);
});

it('only emailed links and the waitlist are for signed-in people', () => {
  expect((['sign-in', 'sign-up', 'forgot'] as const).map(isForEverybody)).toEqual([false, false, false]);
  expect((['invitation', 'waitlist', 'reset', 'confirm-email', 'verify'] as const).every(isForEverybody)).toBe(true);
});
