import type { JobHandlers } from '@inlet/queue/consumers';
import type { DeliveryDeps } from '#deliveries/deliver-one.ts';
import { deliverTest } from '#deliveries/deliver-test.ts';
import { loadTarget } from '#deliveries/targets.store.ts';
import { writeExample } from '#deliveries/write-event.ts';

/** Sends an example to a target in whatever state, once. Account waits for its row in the log. */
export function testTargetJob(deps: DeliveryDeps): JobHandlers['test-target'] {
  return async ({ targetId, attemptId }) => {
    const target = await loadTarget(deps.pool, targetId);
    if (!target) return;
    await deliverTest(deps, target, writeExample(target, attemptId, deps.now(), deps), {
      attemptId,
      eventId: attemptId,
    });
  };
}
