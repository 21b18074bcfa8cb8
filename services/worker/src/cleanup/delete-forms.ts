import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { removeSome } from '#cleanup/remove-deleted.ts';

export interface FormDeletionOptions {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** How often a worker looks whether a form was deleted, and tries again what had to wait. */
const lookIntervalMs = 2_000;
/** Between two steps nothing is done for so many times as long as the last one took: storing comes first. */
const restFactor = 3;

/** Removes the submissions of deleted forms in the background, a piece at a time. Several workers share the work. */
export function startFormDeletions({ pool, logger }: FormDeletionOptions): BackgroundLoop {
  async function removeAll({ signal, rest }: Round): Promise<void> {
    const waiting: string[] = [];
    while (!signal.aborted) {
      const startMs = performance.now();
      const step = await removeSome(pool, waiting);
      if (step === null) return;
      if (step.outcome === 'wait') waiting.push(step.formId);
      if (step.outcome === 'done') logger.info({ formId: step.formId }, 'form deletion: submissions removed');
      await rest(restFactor * (performance.now() - startMs));
    }
  }

  const complaint = 'form deletion: removal failed';
  return startBackgroundLoop({ intervalMs: lookIntervalMs, logger, complaint }, removeAll);
}
