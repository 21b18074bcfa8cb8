import { accountRoutes } from '@inlet/contracts/api/account';
import { rulesRoutes } from '@inlet/contracts/api/rules';
import { expect, it } from 'vitest';
import type { AccountDeps } from '#account-deps.ts';
import { guardsOf, isChange } from '#http/guards.ts';

it('lets no route take API keys outside of the area that asks for them', () => {
  const deps = {} as AccountDeps;
  const route = accountRoutes.readMe;
  expect(() => guardsOf(deps, { path: '/api/me', method: 'get', route })).toThrow('must be below /api/v1');
  expect(guardsOf(deps, { path: '/api/v1/me', method: 'get', route })).toEqual([]);
});

it('knows the routes that change nothing although they are no GET', () => {
  expect(isChange('post', rulesRoutes.suggestRules)).toBe(false);
  expect(isChange('put', rulesRoutes.saveRules)).toBe(true);
  expect(isChange('get', rulesRoutes.readRules)).toBe(false);
});
