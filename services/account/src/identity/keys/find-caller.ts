import type { User } from '@inlet/db/client';
import type { Caller } from '#access/caller.ts';
import { hashesOfKey } from '#identity/keys/api-key.ts';
import { findKeyByHash, touchKey } from '#identity/keys/api-keys.store.ts';
import { scopesOf } from '#identity/keys/present-api-key.ts';
import type { Resources } from '#resources.ts';

/** A key's last use is saved at most this often: otherwise a busy program would cause a write with each request. */
const touchEveryMs = 60_000;

/** The account of a key; null if the key does not exist or has expired. */
export async function findCallerByKey(
  { database }: Pick<Resources, 'database'>,
  key: string,
): Promise<{ user: User; caller: Caller } | null> {
  const found = await findKeyByHash(database.prisma, hashesOfKey(key));
  if (!found || (found.expiresAt && found.expiresAt <= new Date())) return null;
  const { id, name, lastUsedAt, user } = found;
  if (!lastUsedAt || Date.now() - lastUsedAt.getTime() > touchEveryMs) await touchKey(database.prisma, id);
  return { user, caller: { kind: 'key', keyId: id, name, scopes: scopesOf(found) } };
}
