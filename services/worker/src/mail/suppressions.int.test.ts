import { createAddressHashes, suppressedNames } from '@inlet/crypto/address-hash';
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

it('stays known while mails to it are stopped', async () => {
  const { pool, config } = worker.deps;
  const hashes = createAddressHashes(config.ENCRYPTION_KEYS);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const rows = ['old@example.com', 'recent@example.com'].map((email) => ({ email, scope: 'all', reason: 'bounce' }));
  await worker.owner.prisma.suppression.createMany({
    data: rows.map((row, index) => ({ ...row, stoppedAt: daysAgo(index === 0 ? 700 : 3) })),
  });
  const stoppedAt = (email: string) =>
    worker.owner.prisma.suppression.findUniqueOrThrow({ where: { email_scope: { email, scope: 'all' } } });
  const before = await stoppedAt('recent@example.com');
  for (const { email } of rows) {
    expect(await isSuppressed(pool, hashes, { to: email, kind: 'notification' })).toBe(true);
  }
  expect((await stoppedAt('old@example.com')).stoppedAt.getTime()).toBeGreaterThan(daysAgo(1).getTime());
  expect((await stoppedAt('recent@example.com')).stoppedAt).toEqual(before.stoppedAt);
});
