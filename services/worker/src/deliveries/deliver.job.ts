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
  /** True when the process is to end: a turn then ends after the delivery that is under way. */
  readonly isClosing: () => boolean;
}

/** Deliveries and time of a turn. A target with more goes to the back of the queue, so it holds up no other. */
const turnLength = 10;
const turnMs = 500;

/** Takes a target's turn. Targets that fail have a queue of their own, and one attempt each time. */
export function deliverJob(deps: TurnDeps, isForFailing: boolean): JobHandlers['deliver'] {
  return async ({ targetId }) => {
    const target = await loadTarget(deps.pool, targetId);
    if (target?.state !== 'active') return;
    if (deps.config.BILLING === 'on' && !planAllows(target.plan, 'webhooks'))
      return disableForPlan(deps.pool, targetId, deps.now());
    const isFailing = target.failureStreak > 0;
    // One queue at a time delivers to a target. The state changes at the end of a turn only.
    if (isFailing !== isForFailing) return callFor(deps, targetId, isFailing);
    const waitMs = (target.nextAttemptAt?.getTime() ?? 0) - deps.now().getTime();
    if (waitMs > 0) return postpone(deps, target, waitMs);
    await takeTurn(deps, target, isFailing);
  };
}

async function takeTurn(deps: TurnDeps, target: LoadedTarget, isFailing: boolean): Promise<void> {
  const startMs = performance.now();
  const limit = isFailing ? 1 : turnLength;
  const deliveries = await findWork(deps, target, limit);
  let done = 0;
  for (const delivery of deliveries) {
    if (isBlocked(delivery, deps.now())) break;
    const { outcome, nextAttemptAt } = await deliverOne(deps, target, delivery);
    done += 1;
    const waitMs = (nextAttemptAt?.getTime() ?? 0) - deps.now().getTime();
    const isOver = outcome === 'failed' || isFailing || deps.isClosing();
    if (isOver || performance.now() - startMs + Math.max(0, waitMs) > turnMs) {
      if (waitMs > 0) return postpone(deps, target, waitMs);
      // After a failure, or a success of a target that failed, the other queue goes on.
      return callFor(deps, target.id, outcome === 'failed');
    }
    if (waitMs > 0 && done < deliveries.length) await pause(waitMs);
  }
  if (target.hasReplay) await endReplays(deps.pool, target.id, deps.now());
  if (done > 0 && (done === limit || target.hasReplay)) await callFor(deps, target.id, isFailing);
}

/** Calls for another turn of a target, at the back of its queue. */
function callFor({ bell }: TurnDeps, targetId: string, isFailing: boolean): Promise<void> {
  return (isFailing ? bell.ringFailing : bell.ring)([targetId]);
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
function postpone({ bell }: TurnDeps, target: LoadedTarget, waitMs: number): void {
  if (target.rate) bell.ringLater(target.id, waitMs);
}
