import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';

/** Lets an account, by whatever session or key, use the management API only so often. */
export function limitRequests({ requestLimit }: Pick<AccountDeps, 'requestLimit'>): RequestHandler {
  return (_request, response, next) => {
    requestLimit.take(currentUser(response).id);
    next();
  };
}
