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
import { handOverMails } from '#mails/hand-over-mails.ts';
import { keepMail } from '#mails/keep-mail.ts';

/** Gives an account the address whose mailbox opened the link. */
export function confirmEmailHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { token } = validate(confirmEmailSchema, request.body);
    const link = await findMailLink(deps.database.prisma, token, 'change-email');
    const userId = await changeEmail(deps, response, link);
    deps.background.run('address at Stripe', () => tellAddress(deps, userId));
    deps.background.run('mail that an address was changed', () => handOverMails(deps));
    response.status(204).end();
  };
}

async function changeEmail({ database }: AccountDeps, response: Response, link: MailToken): Promise<string> {
  const newEmail = link.email;
  if (newEmail === null) throw invalidToken();
  try {
    return await database.prisma.$transaction(async (tx) => {
      const { id, email: oldEmail } = await useMailLink(tx, link);
      await tx.user.update({ where: { id }, data: { email: newEmail } });
      const details = { from: oldEmail, to: newEmail };
      await recordAuditOf(tx, { userId: id, actor: 'system', response, action: 'account.email_changed', details });
      await keepMail(tx, emailChangedMail(oldEmail, newEmail));
      return id;
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
}
