import { endpointIdPattern } from '@inlet/contracts/form-directory';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps/account-deps.ts';
import { formNotFound } from '#errors.ts';
import { findByEndpointId, toEntry } from '#forms/directory/directory.store.ts';

/** One form, for an ingest process that meets a directory which is not complete. */
export function readEntryHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const endpointId = String(request.params.endpointId);
    const form = endpointIdPattern.test(endpointId) ? await findByEndpointId(database.prisma, endpointId) : null;
    if (!form) throw formNotFound();
    response.json(toEntry(form));
  };
}
