import type { User } from '@inlet/db/client';
import { runIn, runOn } from '@inlet/db/run-sql';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { announceForms } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { markAsSpam } from '#inbox/change/change.store.ts';
import { beginModel, clearFlags, type Marked, noteLessons } from '#inbox/change/lessons.store.ts';
import { createRelease, type ReleaseDeps } from '#inbox/change/release-submissions.ts';

export type Marking = (user: User, actor: Actor, wanted: Pick<Marked, 'formId' | 'ids' | 'isSpam'>) => Promise<number>;

/** Moves submissions into the spam folder or out of it, and returns how many were in the other one. */
export function createMarking(deps: ReleaseDeps & FormDeps): Marking {
  const release = createRelease(deps);
  return async (user, actor, { formId, ids, isSpam }) => {
    const count = isSpam
      ? await markAsSpam(runOn(deps.database.pool), { formId, ids })
      : await release(user, formId, ids);
    if (count > 0) await recordAudit(deps.database.prisma, actor, 'submissions.marked', { formId, count, isSpam });
    await learn(deps, { formId, userId: user.id, ids, isSpam });
    return count;
  };
}

/** With its first mark, an account gets its own filter, and ingest reports this to the workers with each submission. */
async function learn({ database, relay }: FormDeps, marked: Marked): Promise<void> {
  const isFirst = await database.prisma.$transaction(async (tx) => {
    const run = runIn(tx);
    await noteLessons(run, marked);
    if (!marked.isSpam) await clearFlags(run, marked);
    const begins = await beginModel(run, marked.userId);
    if (begins) await announceForms(tx, marked.userId);
    return begins;
  });
  if (isFirst) await relay.deliver();
}
