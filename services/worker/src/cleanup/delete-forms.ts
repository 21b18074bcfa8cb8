import type { WorkRound } from '@inlet/process/background-work';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { removeSome } from '#cleanup/remove-deleted.ts';

export interface FormDeletionDeps {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** Deletes the submissions of deleted forms. Several workers share the work. */
export async function deleteForms({ pool, logger }: FormDeletionDeps, { repeat }: WorkRound): Promise<void> {
  const waiting: string[] = [];
  await repeat(async () => {
    const step = await removeSome(pool, waiting);
    if (step === null) return false;
    if (step.outcome === 'wait') waiting.push(step.formId);
    if (step.outcome === 'done') logger.info({ formId: step.formId }, 'form deletion: submissions removed');
    return true;
  });
}
