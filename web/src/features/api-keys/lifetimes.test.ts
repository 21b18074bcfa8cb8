import { expect, it } from 'vitest';
import { expiryOf } from '#features/api-keys/lifetimes.ts';

it.each([
  ['30 days', '2026-01-31T12:00:00.000Z'],
  ['90 days', '2026-04-01T12:00:00.000Z'],
  ['1 year', '2027-01-01T12:00:00.000Z'],
  ['Until I revoke it', null],
] as const)('a key for %s ends at %s', (lifetime, expiresAt) => {
  expect(expiryOf(lifetime, Date.parse('2026-01-01T12:00:00Z'))).toBe(expiresAt);
});
