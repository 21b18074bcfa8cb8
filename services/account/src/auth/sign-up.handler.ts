import { signUpSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { answerSession } from '#auth/answer-session.ts';
import { clientOf } from '#auth/client-of.ts';
import { createAccount } from '#auth/create-account.ts';
import type { RefreshCookie } from '#auth/refresh-cookie.ts';
import type { AccountDeps } from '#deps.ts';

export function signUpHandler(deps: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { transport, ...account } = validate(signUpSchema, request.body);
    const user = await createAccount(deps, response, account);
    const session = await deps.sessions.open(user, clientOf(response));
    response.status(201);
    await answerSession(deps, cookie, response, session, transport);
  };
}
