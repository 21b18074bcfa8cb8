import { isId } from '#access/is-id.ts';
import { findTarget, type OwnTarget } from '#deliveries/targets/targets.store.ts';
import { hookNotFound, targetNotFound } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** Finds a target of the account. Another account's target gives the same 404 as an unknown id. */
export async function findOwnTarget(
  { database }: Pick<Resources, 'database'>,
  userId: string,
  id: string,
): Promise<OwnTarget> {
  const found = isId(id) ? await findTarget(database.prisma, id, userId) : null;
  if (!found) throw targetNotFound();
  return found;
}

/** The same for a target that a program subscribed. */
export async function findOwnHook(
  { database }: Pick<Resources, 'database'>,
  userId: string,
  id: string,
): Promise<OwnTarget> {
  const found = isId(id) ? await findTarget(database.prisma, id, userId) : null;
  if (!found?.target.isHook) throw hookNotFound();
  return found;
}
