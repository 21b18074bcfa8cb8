import type { User } from '@inlet/db/client';
import type { RequestHandler, Response } from 'express';
import type { AccountDeps } from '#deps.ts';
import { unauthorized } from '#errors.ts';

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Lets only a signed-in user pass, and keeps who it is for the handlers behind it. */
export function requireUser({
  accessTokens,
  database,
}: Pick<AccountDeps, 'accessTokens' | 'database'>): RequestHandler {
  return async (request, response, next) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (!token) throw unauthorized();
    const id = await accessTokens.userOf(token);
    const user = await database.prisma.user.findUnique({ where: { id } });
    if (!user) throw unauthorized();
    response.locals.user = user;
    next();
  };
}

/** The user whom `requireUser` let pass. */
export function currentUser(response: Response): User {
  return response.locals.user as User;
}
