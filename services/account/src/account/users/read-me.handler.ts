import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import { presentUser } from '#account/users/present-user.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { wasInvited } from '#identity/invitations/was-invited.ts';

export function readMeHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (_request, response) => {
    const user = currentUser(response);
    response.json(presentUser(user, await wasInvited(database.prisma, user)));
  };
}
