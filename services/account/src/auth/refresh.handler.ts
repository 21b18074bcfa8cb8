import { refreshSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler, Response } from 'express';
import { recordAuditOf } from '#audit/record-audit.ts';
import { answerSession } from '#auth/answer-session.ts';
import { clientOf } from '#auth/client-of.ts';
import type { RefreshCookie } from '#auth/refresh-cookie.ts';
import type { NoteOfSession } from '#auth/sessions.ts';
import type { AccountDeps } from '#deps.ts';
import { sessionEnded } from '#errors.ts';

export function refreshHandler(deps: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    const session = token === null ? null : await deps.sessions.refresh(token, clientOf(response), noteReuse(response));
    if (!session) {
      if (given === undefined) cookie.clear(response);
      throw sessionEnded();
    }
    await answerSession(deps, cookie, response, session, given === undefined ? 'cookie' : 'token');
  };
}

/** Two have the same token, and one of them is not the owner: that is why the owner has to sign in again. */
function noteReuse(response: Response): NoteOfSession {
  return (tx, { id, userId }) => {
    const details = { session: id, reason: 'token_reused' };
    return recordAuditOf(tx, { userId, actor: 'system', response, action: 'account.session_ended', details });
  };
}
