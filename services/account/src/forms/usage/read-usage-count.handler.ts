import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { AccountDeps } from '#deps/account-deps.ts';
import { readUsed } from '#forms/usage/read-used.ts';

/** The database knows no year 0. */
const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
const parametersSchema = z.object({ userId: z.uuid(), month: z.string().regex(monthPattern) });

/** What an account has used of a month, for an ingest process whose Redis does not know it. */
export function readUsageCountHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { userId, month } = validate(parametersSchema, request.params);
    response.json({ count: await readUsed(deps, userId, month) });
  };
}
