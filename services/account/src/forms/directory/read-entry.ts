import { endpointIdPattern, type FormEntry } from '@inlet/contracts/form-directory';
import { formNotFound } from '#errors.ts';
import { findByEndpointId, toEntry } from '#forms/directory/directory.store.ts';
import type { Resources } from '#resources.ts';

/** A single form, for an ingest process whose directory is incomplete. */
export async function readEntry(
  { database, plans }: Pick<Resources, 'database' | 'plans'>,
  endpointId: string,
): Promise<FormEntry> {
  const form = endpointIdPattern.test(endpointId) ? await findByEndpointId(database.prisma, endpointId) : null;
  if (!form) throw formNotFound();
  return toEntry(plans, form);
}
