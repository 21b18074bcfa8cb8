import type { RequestHandler } from 'express';
import { currentUser } from '#auth/caller.ts';
import type { AccountDeps } from '#deps.ts';
import { wasInvited } from '#invitations/was-invited.ts';
import { presentUser } from '#users/present-user.ts';

export function readMeHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (_request, response) => {
    const user = currentUser(response);
    response.json(presentUser(user, await wasInvited(database.prisma, user)));
  };
}
