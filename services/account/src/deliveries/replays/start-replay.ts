import type { ReplayWanted } from '@inlet/contracts/targets';
import type { Target } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { countRange, hasRunningRange, insertReplay, queueEvents } from '#deliveries/replays/replays.store.ts';
import { auditedTarget } from '#deliveries/targets/audited-target.ts';
import { findTarget } from '#deliveries/targets/targets.store.ts';
import { replayUnderWay, targetNotFound } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** Begins to deliver again, and answers the id of the replay. The worker walks through a range by a cursor. */
export async function startReplay(
  deps: Pick<Resources, 'database'>,
  actor: Actor,
  { id: targetId, formId }: Target,
  { from, to, submissionIds, attemptIds, failedOnly }: ReplayWanted,
): Promise<string> {
  const replayId = uuidv7();
  const now = new Date();
  await deps.database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    const found = await findTarget(tx, targetId, actor.userId);
    if (!found) throw targetNotFound();
    const ids = submissionIds ?? attemptIds;
    const run = runIn(tx);
    let total: number;
    // The deliveries of named events are there when the replay begins, so its range is empty.
    let range = { from: now as Date | null, to: now };
    if (ids) {
      const by = submissionIds ? 'submissionIds' : 'attemptIds';
      total = await queueEvents(run, { targetId, replayId, by, ids, failedOnly });
    } else {
      if (await hasRunningRange(tx, targetId)) throw replayUnderWay();
      range = { from: from ?? null, to: to ?? now };
      total = await countRange(run, { targetId, formId, failedOnly, ...range });
    }
    const state = total === 0 ? { state: 'done', endedAt: now } : { state: 'running' };
    await insertReplay(tx, { id: replayId, targetId, fromAt: range.from, toAt: range.to, failedOnly, total, ...state });
    await recordAudit(tx, actor, 'target.replayed', { ...auditedTarget(found.target), count: total });
  });
  return replayId;
}
