import { expect, it } from 'vitest';
import { proveErasure } from '#erasure/prove-erasure.test-setup.ts';

const million = 1_000_000;
const erasedWithinMs = 60_000;

it('an address in a million submissions is gone within a minute', { timeout: 1_800_000 }, async () => {
  const eraseMs = await proveErasure(million);
  console.log({ eraseMs });
  expect(eraseMs).toBeLessThanOrEqual(erasedWithinMs);
});
