import type { Form, Replay } from '@inlet/db/client';
import type { Owned } from '#access/owned.ts';
import { findAnyReplay } from '#deliveries/replays/replays.store.ts';
import { replayNotFound } from '#errors.ts';

export const ownedReplay: Owned<{ readonly replay: Replay; readonly form: Form }> = {
  find: ({ database }, id) => findAnyReplay(database.prisma, id),
  notFound: replayNotFound,
};
