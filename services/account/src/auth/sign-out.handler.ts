import { refreshSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { recordAuditOf } from '#audit/record-audit.ts';
import type { RefreshCookie } from '#auth/refresh-cookie.ts';
import type { AccountDeps } from '#deps.ts';

export function signOutHandler({ sessions }: Pick<AccountDeps, 'sessions'>, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    if (token !== null) {
      await sessions.end(token, (tx, { userId }) =>
        recordAuditOf(tx, { userId, actor: 'session', response, action: 'account.signed_out' }),
      );
    }
    cookie.clear(response);
    response.status(204).end();
  };
}
