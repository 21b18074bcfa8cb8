import { setTimeout as pause } from 'node:timers/promises';
import { planAllows } from '@inlet/contracts/plans';
import type { JobHandlers } from '@inlet/queue/consumers';
import type { WorkerConfig } from '#config.ts';
import { type DeliveryDeps, deliverOne } from '#deliveries/deliver-one.ts';
import { takeDeliveries, type WaitingDelivery } from '#deliveries/deliveries.store.ts';
import { endReplays, renewFailed, takeFromReplay } from '#deliveries/replays.store.ts';
import type { TargetQueue } from '#deliveries/target-queue.ts';
import { disableForPlan, type LoadedTarget, loadTarget } from '#deliveries/targets.store.ts';

export interface RoundDeps extends DeliveryDeps {
  readonly targetQueue: TargetQueue;
  readonly config: Pick<WorkerConfig, 'BILLING' | 'PUBLIC_URL'>;
  /** When the oldest batch of a lane was queued that is not stored yet; null while the lane is away. */
  readonly oldestBatchMs: (lane: number) => Promise<number | null>;
  /** True when the process is to end: a round then ends after the delivery that is under way. */
  readonly isClosing: () => boolean;
}

/** Deliveries and time of a round. A target with more goes to the back of the queue, so it holds up no other. */
const roundLength = 10;
const roundMs = 500;

/** In strict order, a submission waits until no batch that was queued before it is still to be stored. */
const earlierBatchMs = 100;

/** A round that is queued when the last one has ended. */
interface NextRound {
  readonly isSlow: boolean;
  readonly waitMs?: number;
}

/** Does a round of a target. Targets that fail or take long have a queue of their own, and one attempt each time. */
export function deliverJob(deps: RoundDeps, isForSlow: boolean): JobHandlers['deliver'] {
  return async ({ targetId }) => {
    const release = await deps.targetQueue.acquire(targetId);
    // The sweeper schedules what the other round leaves.
    if (!release) return;
    const next = await beginRound(deps, targetId, isForSlow).finally(release);
    if (next) await scheduleNext(deps, targetId, next);
  };
}

async function beginRound(deps: RoundDeps, targetId: string, isForSlow: boolean): Promise<NextRound | null> {
  const target = await loadTarget(deps.pool, targetId);
  if (target?.state !== 'active') return null;
  if (deps.config.BILLING === 'on' && !planAllows(target.plan, 'webhooks')) {
    await disableForPlan(deps.pool, targetId, deps.now());
    return null;
  }
  const { isSlow } = target;
  if (isSlow !== isForSlow) return { isSlow };
  const waitMs = (target.nextAttemptAt?.getTime() ?? 0) - deps.now().getTime();
  return waitMs > 0 ? postponed(target, waitMs) : deliverRound(deps, target);
}

async function deliverRound(deps: RoundDeps, target: LoadedTarget): Promise<NextRound | null> {
  const { isSlow } = target;
  const startMs = performance.now();
  const limit = isSlow ? 1 : roundLength;
  // Before the deliveries are read, so that they have the submissions of a batch that ends in between.
  const storedUpToMs = target.order === 'strict' ? await deps.oldestBatchMs(target.lane) : Number.POSITIVE_INFINITY;
  // The sweeper schedules the target again.
  if (storedUpToMs === null) return null;
  const deliveries = await findWork(deps, target, limit);
  let done = 0;
  for (const delivery of deliveries) {
    if (isBlocked(delivery, deps.now())) break;
    if (delivery.timestamp.getTime() >= storedUpToMs) return { isSlow, waitMs: earlierBatchMs };
    const { isSlow: wasSlow, nextAttemptAt } = await deliverOne(deps, target, delivery);
    done += 1;
    const waitMs = (nextAttemptAt?.getTime() ?? 0) - deps.now().getTime();
    if (wasSlow || isSlow || deps.isClosing() || performance.now() - startMs + Math.max(0, waitMs) > roundMs) {
      // After a failure, or a quick success of a slow target, the other queue goes on.
      return waitMs > 0 ? postponed(target, waitMs) : { isSlow: wasSlow };
    }
    if (waitMs > 0 && done < deliveries.length) await pause(waitMs);
  }
  if (target.hasReplay) await endReplays(deps.pool, target.id, deps.now());
  return mayHaveMore(target, done, limit) ? { isSlow } : null;
}

/** A replay adds deliveries when there is room for them. */
function mayHaveMore({ hasReplay }: LoadedTarget, done: number, limit: number): boolean {
  return done > 0 && (done === limit || hasReplay);
}

/** Queues another round of a target, behind the others. */
async function scheduleNext(
  { targetQueue }: RoundDeps,
  targetId: string,
  { isSlow, waitMs }: NextRound,
): Promise<void> {
  if (waitMs !== undefined) targetQueue.scheduleLater(targetId, waitMs);
  else await (isSlow ? targetQueue.scheduleSlow : targetQueue.schedule)([targetId]);
}

/** What is due; where there is room, a replay adds to it. */
async function findWork(deps: RoundDeps, target: LoadedTarget, limit: number): Promise<WaitingDelivery[]> {
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

/** Short waits are those of a rate. After longer ones the sweeper schedules the target. */
function postponed({ rate }: LoadedTarget, waitMs: number): NextRound | null {
  return rate ? { isSlow: false, waitMs } : null;
}
