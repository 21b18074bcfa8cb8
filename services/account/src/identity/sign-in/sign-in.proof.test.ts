import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account?.close());

it('works as hard for an unknown address as for a known one', async () => {
  const passwordHash = await hashPassword('correct horse');
  const { email } = await buildUser(account.deps.database.prisma, { passwordHash });
  const signIn = (address: string) =>
    account.call('POST /api/auth/sign-in', { body: { email: address, password: 'wrong horse' } });
  // The first one creates the hash for unknown addresses.
  await signIn('nobody@example.com');
  const known = await leastWorkMs(() => signIn(email));
  const unknown = await leastWorkMs(() => signIn('nobody@example.com'));
  expect(unknown).toBeGreaterThan(known / 2);
  expect(unknown).toBeLessThan(known * 2);
});

/** Measures processor time: a busy machine lengthens the wait, but not the work. */
async function leastWorkMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}
