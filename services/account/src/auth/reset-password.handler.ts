import { resetPasswordSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { recordAuditOf } from '#audit/record-audit.ts';
import { endDevices } from '#auth/devices.ts';
import { findMailLink, useMailLink } from '#auth/mail-tokens.ts';
import { hashPassword } from '#auth/passwords.ts';
import type { AccountDeps } from '#deps.ts';
import { handOverMails } from '#mails/hand-over-mails.ts';
import { keepMail } from '#mails/keep-mail.ts';
import { passwordResetMail } from '#mails/password-reset-mail.ts';

/** Sets a new password by a mailed link. Whoever had the old one is out: every session ends. */
export function resetPasswordHandler(deps: AccountDeps): RequestHandler {
  const { prisma } = deps.database;
  return async (request, response) => {
    const { token, password } = validate(resetPasswordSchema, request.body);
    const link = await findMailLink(prisma, token, 'reset-password');
    const passwordHash = await hashPassword(password);
    await prisma.$transaction(async (tx) => {
      const user = await useMailLink(tx, link);
      await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
      await endDevices(tx, user.id);
      await recordAuditOf(tx, { userId: user.id, actor: 'system', response, action: 'account.password_reset' });
      await keepMail(tx, passwordResetMail(user.email, deps.config.PUBLIC_URL));
    });
    deps.background.run('mail that a password was reset', () => handOverMails(deps));
    response.status(204).end();
  };
}
