import { randomUUID } from 'node:crypto';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import type { TestAccount } from '#account.test-setup.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';

export const testPassword = 'correct horse';
let testHash: Promise<string> | undefined;

/** Stores an account of which a test knows the password; the hash is worked out once. */
export async function accountOf({ deps }: TestAccount, email = `${randomUUID()}@example.com`): Promise<BuiltUser> {
  testHash ??= hashPassword(testPassword);
  return buildUser(deps.database.prisma, { email, passwordHash: await testHash });
}

/** The actions of an account, oldest first. */
export async function auditOf({ deps }: TestAccount, userId: string): Promise<string[]> {
  await deps.background.idle();
  const events = await deps.database.prisma.auditEvent.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return events.map(({ action }) => action);
}
