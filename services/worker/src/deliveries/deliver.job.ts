import { setTimeout as pause } from 'node:timers/promises';
import { planAllows } from '@inlet/contracts/plans';
import type { JobHandlers } from '@inlet/queue/consumers';
import type { WorkerConfig } from '#config.ts';
import { type DeliveryDeps, deliverOne } from '#deliveries/deliver-one.ts';
import { takeDeliveries, type WaitingDelivery } from '#deliveries/deliveries.store.ts';
import type { Bell } from '#deliveries/open-bell.ts';
import { endReplays, renewFailed, takeFromReplay } from '#deliveries/replays.store.ts';
import { disableForPlan, type LoadedTarget, loadTarget } from '#deliveries/targets.store.ts';

export interface TurnDeps extends DeliveryDeps {
  readonly bell: Bell;
  readonly config: Pick<WorkerConfig, 'BILLING'>;
  /** When the oldest batch was queued that is not stored yet. */
  readonly oldestBatchMs: () => Promise<number>;
  /** True when the process is to end: a turn then ends after the delivery that is under way. */
  readonly isClosing: () => boolean;
}

/** Deliveries and time of a turn. A target with more goes to the back of the queue, so it holds up no other. */
const turnLength = 10;
const turnMs = 500;

/** In strict order, a submission waits until no batch that was queued before it is still to be stored. */
const earlierBatchMs = 100;

/** A turn that is called for when the last one has ended. */
interface NextTurn {
  readonly isSlow: boolean;
  readonly waitMs?: number;
}

/** Takes a target's turn. Targets that fail or take long have a queue of their own, and one attempt each time. */
export function deliverJob(deps: TurnDeps, isForSlow: boolean): JobHandlers['deliver'] {
  return async ({ targetId }) => {
    const endTurn = await deps.bell.beginTurn(targetId);
    // The sweeper rings for what the other turn leaves.
    if (!endTurn) return;
    const next = await beginTurn(deps, targetId, isForSlow).finally(endTurn);
    if (next) await callFor(deps, targetId, next);
  };
}

async function beginTurn(deps: TurnDeps, targetId: string, isForSlow: boolean): Promise<NextTurn | null> {
  const target = await loadTarget(deps.pool, targetId);
  if (target?.state !== 'active') return null;
  if (deps.config.BILLING === 'on' && !planAllows(target.plan, 'webhooks')) {
    await disableForPlan(deps.pool, targetId, deps.now());
    return null;
  }
  const { isSlow } = target;
  if (isSlow !== isForSlow) return { isSlow };
  const waitMs = (target.nextAttemptAt?.getTime() ?? 0) - deps.now().getTime();
  return waitMs > 0 ? postponed(target, waitMs) : takeTurn(deps, target);
}

async function takeTurn(deps: TurnDeps, target: LoadedTarget): Promise<NextTurn | null> {
  const { isSlow } = target;
  const startMs = performance.now();
  const limit = isSlow ? 1 : turnLength;
  // Before the deliveries are read, so that they have the submissions of a batch that ends in between.
  const storedUpToMs = target.order === 'strict' ? await deps.oldestBatchMs() : Number.POSITIVE_INFINITY;
  const deliveries = await findWork(deps, target, limit);
  let done = 0;
  for (const delivery of deliveries) {
    if (isBlocked(delivery, deps.now())) break;
    if (delivery.timestamp.getTime() >= storedUpToMs) return { isSlow, waitMs: earlierBatchMs };
    const { outcome, takesLong, nextAttemptAt } = await deliverOne(deps, target, delivery);
    done += 1;
    const waitMs = (nextAttemptAt?.getTime() ?? 0) - deps.now().getTime();
    const isOver = outcome === 'failed' || takesLong || isSlow || deps.isClosing();
    if (isOver || performance.now() - startMs + Math.max(0, waitMs) > turnMs) {
      // After a failure, or a quick success of a slow target, the other queue goes on.
      return waitMs > 0 ? postponed(target, waitMs) : { isSlow: outcome === 'failed' || takesLong };
    }
    if (waitMs > 0 && done < deliveries.length) await pause(waitMs);
  }
  if (target.hasReplay) await endReplays(deps.pool, target.id, deps.now());
  return done > 0 && (done === limit || target.hasReplay) ? { isSlow } : null;
}

/** Calls for another turn of a target, at the back of its queue. */
async function callFor({ bell }: TurnDeps, targetId: string, { isSlow, waitMs }: NextTurn): Promise<void> {
  if (waitMs !== undefined) bell.ringLater(targetId, waitMs);
  else await (isSlow ? bell.ringSlow : bell.ring)([targetId]);
}

/** What is due; where there is room, a replay adds to it. */
async function findWork(deps: TurnDeps, target: LoadedTarget, limit: number): Promise<WaitingDelivery[]> {
  const { pool, now } = deps;
  if (target.hasReplay) await renewFailed(pool, target.id, limit, now());
  const taken = await takeDeliveries(pool, target, limit, now());
  if (!target.hasReplay || taken.length === limit) return taken;
  const added = await takeFromReplay(pool, target, limit - taken.length, now());
  return added > 0 ? takeDeliveries(pool, target, limit, now()) : taken;
}

/** In strict order, a delivery that failed or that waits for its next attempt stops those behind it. */
function isBlocked({ state, dueAt }: WaitingDelivery, now: Date): boolean {
  return state === 'failed' || dueAt > now;
}

/** Short waits are those of a rate. After longer ones the sweeper rings. */
function postponed({ rate }: LoadedTarget, waitMs: number): NextTurn | null {
  return rate ? { isSlow: false, waitMs } : null;
}
