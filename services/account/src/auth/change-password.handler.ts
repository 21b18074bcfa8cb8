import { changePasswordSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { validate } from '@inlet/service/validate';
import type { RequestHandler, Response } from 'express';
import { recordAudit } from '#audit/record-audit.ts';
import { currentCaller, currentUser } from '#auth/caller.ts';
import { endDevices } from '#auth/devices.ts';
import { forgetMailLinks, lockUser } from '#auth/mail-tokens.ts';
import { hashPassword } from '#auth/passwords.ts';
import type { AccountDeps } from '#deps.ts';
import { wrongPassword } from '#errors.ts';
import { confirmPassword } from '#limits/confirm-password.ts';
import { handOverMails } from '#mails/hand-over-mails.ts';
import { keepMail } from '#mails/keep-mail.ts';
import { passwordChangedMail } from '#mails/password-changed-mail.ts';

export function changePasswordHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { currentPassword, newPassword } = validate(changePasswordSchema, request.body);
    const user = currentUser(response);
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
    await recordAudit(tx, response, 'account.password_changed');
    await keepMail(tx, passwordChangedMail(user.email, deps.config.PUBLIC_URL));
  });
}
