import { signUpSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { clientOf } from '#access/client-of.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';
import { answerSession } from '#identity/sessions/answer-session.ts';
import { createAccount } from '#identity/sessions/create-account.ts';
import type { RefreshCookie } from '#identity/sessions/refresh-cookie.ts';

export function signUpHandler(deps: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { transport, ...account } = validate(signUpSchema, request.body);
    requireGoodPassword(account.password, account.email, 'password');
    const client = clientOf(response);
    const user = await createAccount(deps, client, account);
    const session = await deps.sessions.open(user, client);
    response.status(201);
    await answerSession(deps, cookie, response, session, transport);
  };
}
