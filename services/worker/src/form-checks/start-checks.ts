import type { Logger } from '@inlet/process/logger';
import type { Producer } from '@inlet/queue/producer';
import type { Pool } from 'pg';
import { checkMs } from '#form-checks/check-form.job.ts';
import { addWeekly, findOpen, finishCheck } from '#form-checks/checks.store.ts';
import { notFinished, stateOf } from '#form-checks/findings.ts';

export interface StartChecksDeps {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly checkProducer: Pick<Producer, 'add'>;
}

/** Weekly check-ups that begin in a round, so that pages on one server are not all fetched at once. */
const weeklyAtOnce = 20;
const openMax = 500;
/** A check-up whose worker died is taken up within half a minute; later ones have no time left. */
const runningSeconds = checkMs / 1_000 + 10;
const waitingSeconds = 600;
/** Account has queued a younger one itself. */
const queuedSeconds = 5;

/** Starts weekly check-ups, queues those that were forgotten, and ends those that no worker ends. */
export async function startChecks({ pool, logger, checkProducer }: StartChecksDeps): Promise<void> {
  await addWeekly(pool, weeklyAtOnce);
  for (const { id, state, waitedSeconds } of await findOpen(pool, openMax)) {
    if (waitedSeconds > (state === 'running' ? runningSeconds : waitingSeconds)) {
      logger.warn({ checkId: id }, 'form check: ended without a result');
      await finishCheck(pool, id, stateOf([notFinished]), [notFinished]);
    } else if (state === 'waiting' && waitedSeconds > queuedSeconds) {
      await checkProducer.add('check-form', id, { checkId: id });
    }
  }
}
