import { waitingSubmissions } from '@inlet/queue/waiting-submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { AccountDeps } from '#deps.ts';
import { countUsed } from '#usage/usage.store.ts';

/** The database knows no year 0. */
const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
const parametersSchema = z.object({ userId: z.uuid(), month: z.string().regex(monthPattern) });

/** What an account has used of a month, for an ingest process whose Redis does not know it. */
export function readUsageCountHandler({ database, redis, keys }: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { userId, month } = validate(parametersSchema, request.params);
    // The queue first: what leaves it between the two looks is in the database at the second one.
    const waiting = await waitingSubmissions(redis, keys, userId, month);
    response.json({ count: await countUsed(database.pool, userId, month, waiting) });
  };
}
