import { deleteAccountSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import { deleteAccount } from '#account/deletion/delete-account.ts';
import { endBilling } from '#billing/checkout/end-billing.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import { createRefreshCookie } from '#identity/sessions/refresh-cookie.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';

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
