import { confirmEmailSchema } from '@inlet/contracts/sessions';
import type { MailToken } from '@inlet/db/client';
import { validate } from '@inlet/service/validate';
import type { RequestHandler, Response } from 'express';
import { recordAuditOf } from '#audit/record-audit.ts';
import { isEmailTaken } from '#auth/is-email-taken.ts';
import { findMailLink, useMailLink } from '#auth/mail-tokens.ts';
import { tellAddress } from '#billing/tell-address.ts';
import type { AccountDeps } from '#deps.ts';
import { emailTaken, invalidToken } from '#errors.ts';
import { emailChangedMail } from '#mails/email-changed-mail.ts';
import { sendMail } from '#mails/send-mail.ts';

/** Gives an account the address whose mailbox opened the link. */
export function confirmEmailHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { token } = validate(confirmEmailSchema, request.body);
    const link = await findMailLink(deps.database.prisma, token, 'change-email');
    const { id, oldEmail, newEmail } = await changeEmail(deps, response, link);
    deps.background.run('address at Stripe', () => tellAddress(deps, id));
    deps.background.run('mail that an address was changed', () => sendMail(deps, emailChangedMail(oldEmail, newEmail)));
    response.status(204).end();
  };
}

async function changeEmail({ database }: AccountDeps, response: Response, link: MailToken) {
  const newEmail = link.email;
  if (newEmail === null) throw invalidToken();
  try {
    return await database.prisma.$transaction(async (tx) => {
      const { id, email: oldEmail } = await useMailLink(tx, link);
      await tx.user.update({ where: { id }, data: { email: newEmail } });
      const details = { from: oldEmail, to: newEmail };
      await recordAuditOf(tx, { userId: id, actor: 'system', response, action: 'account.email_changed', details });
      return { id, oldEmail, newEmail };
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
}
