import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { AccountDeps } from '#deps/account-deps.ts';
import { submissionNotFound } from '#errors.ts';
import { isStored } from '#forms/repeats/repeats.store.ts';

/** Tells an ingest process that a submission is in the database, for a sender who asks again. */
export function readStoredHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const id = z.uuid().safeParse(request.params.id);
    if (!id.success || !(await isStored(database.pool, id.data))) throw submissionNotFound();
    response.json({ id: id.data });
  };
}
