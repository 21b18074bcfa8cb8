import { expect, it } from 'vitest';
import { deriveKey } from '#derive-key.ts';

it('gives each purpose and each secret a key of its own, and always the same one', () => {
  const keys = ['one secret', 'another secret'].flatMap((secret) => [
    deriveKey(secret, 'access tokens').toString('hex'),
    deriveKey(secret, 'refresh tokens').toString('hex'),
    deriveKey(secret, 'sealing').toString('hex'),
  ]);
  expect(new Set(keys).size).toBe(6);
  expect(deriveKey('one secret', 'access tokens').toString('hex')).toBe(keys[0]);
  expect(keys[0]).toHaveLength(64);
});
