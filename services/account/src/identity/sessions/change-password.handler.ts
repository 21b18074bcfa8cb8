import { changePasswordSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { validate } from '@inlet/service/validate';
import type { RequestHandler, Response } from 'express';
import { recordAudit } from '#access/audit/record-audit.ts';
import { actorOf, currentCaller, currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { wrongPassword } from '#errors.ts';
import { confirmPassword } from '#identity/credentials/confirm-password.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';
import { endDevices } from '#identity/sessions/devices.ts';
import { forgetMailLinks, lockUser } from '#identity/sessions/mail-tokens.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { passwordChangedMail } from '#mail/password-changed-mail.ts';

export function changePasswordHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { currentPassword, newPassword } = validate(changePasswordSchema, request.body);
    const user = currentUser(response);
    requireGoodPassword(newPassword, user.email, 'newPassword');
    await confirmPassword(deps, user, currentPassword);
    await replacePassword(deps, response, user, await hashPassword(newPassword));
    deps.background.run('mail that a password was changed', () => handOverMails(deps));
    response.status(204).end();
  };
}

/** Ends every session but the one that asks. A password that was changed meanwhile is not changed once more. */
async function replacePassword(deps: AccountDeps, response: Response, user: User, passwordHash: string) {
  const caller = currentCaller(response);
  await deps.database.prisma.$transaction(async (tx) => {
    await lockUser(tx, user.id);
    const known = { id: user.id, passwordHash: user.passwordHash };
    const { count } = await tx.user.updateMany({ where: known, data: { passwordHash } });
    if (count === 0) throw wrongPassword();
    await forgetMailLinks(tx, user.id);
    await endDevices(tx, user.id, caller.kind === 'session' ? caller.sessionId : undefined);
    await recordAudit(tx, actorOf(response), 'account.password_changed');
    await keepMail(tx, passwordChangedMail(user.email, deps.config.PUBLIC_URL));
  });
}
