import type { SpamReason } from '@inlet/contracts/spam';
import { defaultThreshold } from '@inlet/contracts/spam';
import { mainLane } from '@inlet/redis/lanes';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import { judge } from '@inlet/spam/verdict';
import type { WorkerDeps } from '#deps.ts';
import { type AskDeps, askServices } from '#spam/checks/ask-services.ts';
import { endCheck, settleCheck, type TakenCheck, takeChecks } from '#spam/checks/checks.store.ts';
import { findLaneOf } from '#submissions/counters/find-lane-of.ts';
import { refund } from '#submissions/counters/settle-counters.ts';

export interface SettleDeps extends AskDeps, Pick<WorkerDeps, 'pool' | 'clientLanes' | 'targetQueue' | 'logger'> {
  /** Counts the outcomes of checks. */
  readonly note: (outcome: CheckOutcome) => void;
}

export const checkOutcomes = ['passed', 'caught', 'unchecked'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** Submissions that are checked at once. */
export const checksAtOnce = 50;
/** An older check ends without another request, so that it is over within a minute. */
const askedUntilSeconds = 30;

/**
 * Asks about some of the submissions that wait for a remote check and settles them; returns how many it took. One that
 * cannot be ended, as while Redis is away, is taken again later and holds up no other.
 */
export async function settleSome(deps: SettleDeps): Promise<number> {
  const taken = await takeChecks(deps.pool, checksAtOnce);
  const ends = await Promise.allSettled(taken.map((check) => settleOne(deps, check)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) deps.logger.warn({ err: failed.reason }, 'spam checks: check failed, will be retried');
  return taken.length;
}

async function settleOne(deps: SettleDeps, check: TakenCheck): Promise<void> {
  const { pool, targetQueue, clientLanes } = deps;
  const { submissionId, formId, userId } = check;
  if (userId === null) return endCheck(pool, submissionId);
  if (check.isCaught) return endCaught(deps, { ...check, userId });
  const reasons = check.ageSeconds < askedUntilSeconds ? await askServices(deps, check) : [unchecked];
  const { verdict, isSpam } = judge(
    [...(check.verdict?.reasons ?? []), ...reasons],
    check.threshold ?? defaultThreshold,
  );
  const { count, targets } = await settleCheck(pool, { formId, submissionId, verdict, isSpam });
  if (count === 0) return;
  deps.note(isSpam ? 'caught' : reasons.some(isNoAnswer) ? 'unchecked' : 'passed');
  const { redis, keys } = mainLane(clientLanes);
  if (isSpam) await endCaught(deps, { ...check, userId });
  // Updates an open inbox, unless Redis is away.
  else await publishStoredForms(redis, keys, [{ formId }]);
  if (targets.length > 0) await targetQueue.schedule(targets);
}

export const unchecked: SpamReason = { name: 'unchecked', points: 0 };

function isNoAnswer({ name }: SpamReason): boolean {
  return name === 'unchecked' || name === 'unfinished';
}

/**
 * Repeating this after a crash returns nothing twice. A visitor whose submission was judged as spam may send another
 * one with the same idempotency key.
 */
async function endCaught(
  deps: SettleDeps,
  { submissionId, claim, userId }: Pick<TakenCheck, 'submissionId' | 'claim'> & { readonly userId: string },
): Promise<void> {
  const { pool, clientLanes } = deps;
  await refund(deps, [`check:${submissionId}`]);
  if (claim !== null) {
    const { redis, keys } = await findLaneOf(pool, clientLanes, userId);
    await redis.del(keys.idempotency(claim));
  }
  await endCheck(pool, submissionId);
}
