import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps.ts';
import { findByEndpointId, toEntry } from '#directory/directory.store.ts';
import { formNotFound } from '#errors.ts';

/** One form, for an ingest process that meets a directory which is not complete. */
export function readEntryHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const form = await findByEndpointId(database.prisma, String(request.params.endpointId));
    if (!form) throw formNotFound();
    response.json(toEntry(form));
  };
}
