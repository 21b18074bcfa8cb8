import type { ReplayWanted } from '@inlet/contracts/targets';
import type { Prisma, Target } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { countRange, hasRunningRange, insertReplay, queueEvents } from '#deliveries/replays/replays.store.ts';
import { auditedTarget } from '#deliveries/targets/audited-target.ts';
import { type ScheduleDeps, scheduleTarget } from '#deliveries/targets/schedule-target.ts';
import { findTarget } from '#deliveries/targets/targets.store.ts';
import { replayUnderWay, targetNotFound } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** Begins to deliver again, and returns the id of the replay. */
export async function startReplay(
  deps: Pick<Resources, 'database'> & ScheduleDeps,
  actor: Actor,
  { id: targetId }: Target,
  wanted: ReplayWanted,
): Promise<string> {
  const replayId = uuidv7();
  const isNamed = wanted.submissionIds !== undefined || wanted.attemptIds !== undefined;
  await deps.database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    const found = await findTarget(tx, targetId, actor.userId);
    if (!found) throw targetNotFound();
    const { target } = found;
    const begun = isNamed ? await replayNamed(tx, target, replayId, wanted) : await replayRange(tx, target, wanted);
    const state = begun.total === 0 ? { state: 'done', endedAt: new Date() } : { state: 'running' };
    await insertReplay(tx, { id: replayId, targetId, failedOnly: wanted.failedOnly, ...begun, ...state });
    await recordAudit(tx, actor, 'target.replayed', { ...auditedTarget(target), count: begun.total });
  });
  scheduleTarget(deps, targetId);
  return replayId;
}

/** The worker processes the range with a cursor. */
async function replayRange(
  tx: Prisma.TransactionClient,
  { id: targetId, formId }: Target,
  { from, to = new Date(), failedOnly }: ReplayWanted,
) {
  if (await hasRunningRange(tx, targetId, failedOnly)) throw replayUnderWay();
  const range = { fromAt: from ?? null, toAt: to };
  return { ...range, total: await countRange(runIn(tx), { targetId, formId, failedOnly, ...range }) };
}

/** All deliveries exist when the replay starts: its range is empty, and its cursor at the end. */
async function replayNamed(
  tx: Prisma.TransactionClient,
  { id: targetId }: Target,
  replayId: string,
  { submissionIds, attemptIds = [], failedOnly }: ReplayWanted,
) {
  const named = submissionIds
    ? ({ by: 'submissionIds', ids: submissionIds } as const)
    : ({ by: 'attemptIds', ids: attemptIds } as const);
  const total = await queueEvents(runIn(tx), { targetId, replayId, failedOnly, ...named });
  const now = new Date();
  return { fromAt: now, toAt: now, cursorAt: now, total };
}
