import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** The last mail to an account's previous address. */
export function emailChangedMail(to: string, newEmail: string): Mail {
  return renderMail(to, {
    name: 'email-changed',
    subject: 'The address of your account was changed',
    paragraphs: [
      `Your Inlet account now has the address ${newEmail}. This address does not sign in to it any more.`,
      'If you did not want this, contact the operator of this Inlet as soon as you can.',
    ],
  });
}
