import { isId } from '#access/is-id.ts';
import { submissionNotFound } from '#errors.ts';
import { isStored } from '#forms/repeats/repeats.store.ts';
import type { Resources } from '#resources.ts';

/** Refuses if a submission is not in the database, for an ingest process whose sender retries. */
export async function requireStored({ database }: Pick<Resources, 'database'>, id: string): Promise<void> {
  if (!isId(id) || !(await isStored(database.pool, id))) throw submissionNotFound();
}
