import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Goes to an address that already has an account when another account requests it. It does not name that account. */
export function emailInUseMail(to: string, publicUrl: string): Mail {
  return renderMail(to, {
    name: 'email-in-use',
    kind: 'requested',
    subject: 'This address has an account already',
    paragraphs: [
      'Somebody wanted to use this address for another Inlet account. It has one already, so nothing was changed.',
      'If it was you and you have forgotten the password of this account, choose a new one.',
    ],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'forgot') },
    notes: ['If it was not you, you can ignore this email.'],
  });
}
