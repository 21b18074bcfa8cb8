import { it } from 'vitest';
import { proveErasure } from '#erasure/prove-erasure.test-setup.ts';

it('leaves no byte of an address in stores, files and logs, and a restore brings none back', async () => {
  await proveErasure(400);
});
