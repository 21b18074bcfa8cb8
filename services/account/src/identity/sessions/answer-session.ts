import type { SignIn } from '@inlet/contracts/sessions';
import type { Response } from 'express';
import type { AccountDeps } from '#deps/account-deps.ts';
import { wasInvited } from '#identity/invitations/was-invited.ts';
import { presentSession } from '#identity/sessions/present-session.ts';
import type { RefreshCookie } from '#identity/sessions/refresh-cookie.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';

/** Answers a session; a browser gets the refresh token as a cookie, a program reads it from the body. */
export async function answerSession(
  { accessTokens, database }: Pick<AccountDeps, 'accessTokens' | 'database'>,
  cookie: RefreshCookie,
  response: Response,
  session: OpenSession,
  transport: SignIn['transport'],
): Promise<void> {
  const isInvited = await wasInvited(database.prisma, session.user);
  const answer = await presentSession({ ...session, isInvited }, accessTokens, transport);
  if (transport !== 'token') cookie.write(response, session.refreshToken);
  response.json(answer);
}
