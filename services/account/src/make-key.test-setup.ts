import { randomUUID } from 'node:crypto';
import type { ApiKey } from '@inlet/db/client';
import type { TestAccount } from '#account.test-setup.ts';
import { createApiKey } from '#identity/keys/api-key.ts';

/** Stores a key of an account; the test does not need the password. */
export async function makeKey(
  { deps }: Pick<TestAccount, 'deps'>,
  userId: string,
  overrides: Partial<ApiKey> = {},
): Promise<ApiKey & { readonly key: string }> {
  const { key, ...stored } = createApiKey();
  const data = { id: randomUUID(), userId, name: 'Robot', scope: 'write', ...stored, ...overrides };
  return { ...(await deps.database.prisma.apiKey.create({ data })), key };
}
