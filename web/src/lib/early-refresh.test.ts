import { afterEach, expect, it } from 'vitest';
import { takeEarlyRefresh } from '#lib/early-refresh.ts';

afterEach(() => {
  globalThis.earlyRefresh = undefined;
});

it('answers the first call of its path with what was sent early, and no other', async () => {
  const early = Response.json({});
  globalThis.earlyRefresh = { path: '/api/auth/refresh', answer: Promise.resolve(early) };
  expect(takeEarlyRefresh('/api/config')).toBeUndefined();
  expect(await takeEarlyRefresh('/api/auth/refresh')).toBe(early);
  expect(takeEarlyRefresh('/api/auth/refresh')).toBeUndefined();
});
