import { accountRoutes } from '@inlet/contracts/api/account';
import { expect, it } from 'vitest';
import type { AccountDeps } from '#account-deps.ts';
import { guardsOf } from '#http/guards.ts';

it('lets no route take API keys outside of the area that asks for them', () => {
  const deps = {} as AccountDeps;
  const route = accountRoutes.readMe;
  expect(() => guardsOf(deps, { path: '/api/me', method: 'get', route })).toThrow('must be below /api/v1');
  expect(guardsOf(deps, { path: '/api/v1/me', method: 'get', route })).toEqual([]);
});
