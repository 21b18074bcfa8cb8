import { resetPasswordSchema } from '@inlet/contracts/sessions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { recordAuditOf } from '#audit/record-audit.ts';
import { endDevices } from '#auth/devices.ts';
import { findMailLink, useMailLink } from '#auth/mail-tokens.ts';
import { hashPassword } from '#auth/passwords.ts';
import type { AccountDeps } from '#deps.ts';
import { passwordResetMail } from '#mails/password-reset-mail.ts';
import { sendMail } from '#mails/send-mail.ts';

/** Sets a new password by a mailed link. Whoever had the old one is out: every session ends. */
export function resetPasswordHandler(deps: AccountDeps): RequestHandler {
  const { prisma } = deps.database;
  return async (request, response) => {
    const { token, password } = validate(resetPasswordSchema, request.body);
    const link = await findMailLink(prisma, token, 'reset-password');
    const passwordHash = await hashPassword(password);
    const { email } = await prisma.$transaction(async (tx) => {
      const user = await useMailLink(tx, link);
      await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
      await endDevices(tx, user.id);
      await recordAuditOf(tx, { userId: user.id, actor: 'system', response, action: 'account.password_reset' });
      return user;
    });
    deps.background.run('mail that a password was reset', () =>
      sendMail(deps, passwordResetMail(email, deps.config.PUBLIC_URL)),
    );
    response.status(204).end();
  };
}
