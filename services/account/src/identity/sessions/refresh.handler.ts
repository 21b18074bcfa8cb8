import { refreshSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { recordAudit } from '#access/audit/record-audit.ts';
import { type Client, clientOf } from '#access/client-of.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { sessionEnded } from '#errors.ts';
import { answerSession } from '#identity/sessions/answer-session.ts';
import type { RefreshCookie } from '#identity/sessions/refresh-cookie.ts';
import type { NoteOfSession } from '#identity/sessions/sessions.ts';

export function refreshHandler(deps: AccountDeps, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    const client = clientOf(response);
    const session = token === null ? null : await deps.sessions.refresh(token, client, noteReuse(client));
    if (!session) {
      if (given === undefined) cookie.clear(response);
      throw sessionEnded();
    }
    await answerSession(deps, cookie, response, session, given === undefined ? 'cookie' : 'token');
  };
}

/** Two have the same token, and one of them is not the owner: that is why the owner has to sign in again. */
function noteReuse(client: Client): NoteOfSession {
  return (tx, { id, userId }) => {
    const actor = { userId, name: 'system', ...client };
    return recordAudit(tx, actor, 'account.session_ended', { session: id, reason: 'token_reused' });
  };
}
