import type { Replay } from '@inlet/db/client';
import { isId } from '#access/is-id.ts';
import { findReplay } from '#deliveries/replays/replays.store.ts';
import { replayNotFound } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** Finds a replay of the account. Another account's replay gives the same 404 as an unknown id. */
export async function findOwnReplay(
  { database }: Pick<Resources, 'database'>,
  userId: string,
  id: string,
): Promise<Replay> {
  const replay = isId(id) ? await findReplay(database.prisma, id, userId) : null;
  if (!replay) throw replayNotFound();
  return replay;
}
