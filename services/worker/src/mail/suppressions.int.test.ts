import { createAddressHashes, suppressedNames } from '@inlet/service/address-hash';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSuppressed } from '#mail/suppressions.store.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());

it('knows an address that was erased by its hash, also under an older key', async () => {
  const { pool, config } = worker.deps;
  const older = createAddressHashes(config.ENCRYPTION_KEYS);
  const hashes = createAddressHashes(['a newer key, which seals from now on', ...config.ENCRYPTION_KEYS]);
  const data = [
    { email: suppressedNames(older, 'eve+shop@example.com')[1] ?? '', scope: 'all', reason: 'complaint' },
    { email: suppressedNames(older, 'eve@example.com')[1] ?? '', scope: 'auto-reply', reason: 'unsubscribed' },
  ];
  await worker.owner.prisma.suppression.createMany({ data });
  const isHeld = (to: string, kind: 'notification' | 'auto-reply') => isSuppressed(pool, hashes, { to, kind });
  expect(await isHeld('Eve+Shop@example.com', 'notification')).toBe(true);
  expect(await isHeld('eve+other@example.com', 'auto-reply')).toBe(true);
  expect(await isHeld('eve@example.com', 'notification')).toBe(false);
});
