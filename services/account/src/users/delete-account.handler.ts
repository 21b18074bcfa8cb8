import { deleteAccountSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { currentUser } from '#auth/caller.ts';
import { createRefreshCookie } from '#auth/refresh-cookie.ts';
import { endBilling } from '#billing/end-billing.ts';
import type { AccountDeps } from '#deps.ts';
import { confirmPassword } from '#limits/confirm-password.ts';
import { handOverMails } from '#mails/hand-over-mails.ts';
import { deleteAccount } from '#users/delete-account.ts';

/** Ends the account of whoever asks and knows its password: a session that was left open is not enough. */
export function deleteAccountHandler(deps: AccountDeps): RequestHandler {
  const cookie = createRefreshCookie(deps.config.PUBLIC_URL);
  return async (request, response) => {
    const { password } = validate(deleteAccountSchema, request.body);
    const user = currentUser(response);
    await confirmPassword(deps, user, password);
    await endBilling(deps, user);
    await deleteAccount(deps, user.id);
    deps.background.run('mail that an account was deleted', () => handOverMails(deps));
    cookie.clear(response);
    response.status(204).end();
  };
}
