import { defineLookups } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { WorkRound } from '@inlet/process/background-work';
import type { Pool } from 'pg';
import { findDue, measureDue } from '#watch/due.store.ts';

export function measureDueWork(pool: Pool, metrics: Metrics): void {
  const help = 'How long the oldest mail, remote check, lesson, erasure, file to scan or file to remove has been due';
  defineLookups(metrics, { name: 'inlet_due_work_late_seconds', help, label: 'work' }, () => measureDue(pool));
}

/**
 * Wakes the work that is due. That work checks on its own far less often: a check for each, in a separate transaction,
 * would be most of what an idle worker and its database do.
 */
export async function wakeDue({ pool }: { readonly pool: Pool }, { wake }: Pick<WorkRound, 'wake'>): Promise<void> {
  for (const work of await findDue(pool)) wake(work);
}
