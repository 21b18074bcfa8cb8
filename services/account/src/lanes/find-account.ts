import { emailSchema } from '@inlet/contracts/sessions';
import { isId } from '#access/is-id.ts';
import { findById, findByOwner, type PlacedAccount } from '#lanes/lanes.store.ts';
import { MoveRefused } from '#lanes/move-refused.ts';
import type { Resources } from '#resources.ts';

/** True for an id and for an address. */
export function namesAccount(word: string): boolean {
  return isId(word) || emailSchema.safeParse(word).success;
}

/** Finds an account by its id, or by the address of a person who owns only this one. */
export async function findAccount(
  { database: { pool } }: Pick<Resources, 'database'>,
  word: string,
): Promise<PlacedAccount> {
  const email = emailSchema.safeParse(word).data;
  const [found, ...others] = email === undefined ? await findById(pool, word) : await findByOwner(pool, email);
  if (!found) throw new MoveRefused(`There is no account ${word}`);
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw new MoveRefused(`${word} owns several accounts. Name one of them: ${ids}`);
}
