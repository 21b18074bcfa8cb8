import { monthOf } from '@inlet/submissions/months';
import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { presentUsage } from '#forms/usage/present-usage.ts';
import { readCounts } from '#forms/usage/usage.store.ts';

/** What the account has used of its plan. Open without a subscription: whoever chooses a plan wants to know it. */
export function readUsageHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (_request, response) => {
    const { id, plan } = currentUser(response);
    const month = monthOf(Date.now());
    response.json(presentUsage(plan, month, await readCounts(database.pool, id, month)));
  };
}
