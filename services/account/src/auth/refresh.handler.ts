import { refreshSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { answerSession } from '#auth/answer-session.ts';
import { clientOf } from '#auth/client-of.ts';
import type { RefreshCookie } from '#auth/refresh-cookie.ts';
import type { AccountDeps } from '#deps.ts';
import { sessionEnded } from '#errors.ts';

export function refreshHandler(deps: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    const session = token === null ? null : await deps.sessions.refresh(token, clientOf(response));
    if (!session) {
      if (given === undefined) cookie.clear(response);
      throw sessionEnded();
    }
    await answerSession(deps, cookie, response, session, given === undefined ? 'cookie' : 'token');
  };
}
