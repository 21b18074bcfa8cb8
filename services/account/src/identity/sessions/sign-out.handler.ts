import { refreshSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { recordAudit } from '#access/audit/record-audit.ts';
import { clientOf } from '#access/client-of.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import type { RefreshCookie } from '#identity/sessions/refresh-cookie.ts';

export function signOutHandler({ sessions }: Pick<AccountDeps, 'sessions'>, cookie: RefreshCookie): RequestHandler {
  return async (request, response) => {
    const { refresh_token: given } = validate(refreshSchema, request.body ?? {});
    const token = given ?? cookie.read(request);
    if (token !== null) {
      await sessions.end(token, (tx, { userId }) =>
        recordAudit(tx, { userId, name: 'session', ...clientOf(response) }, 'account.signed_out'),
      );
    }
    cookie.clear(response);
    response.status(204).end();
  };
}
