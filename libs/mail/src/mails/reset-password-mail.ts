import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Lets a person who has forgotten the password set a new one. */
export function resetPasswordMail(to: string, publicUrl: string, token: string): Mail {
  return renderMail(to, {
    name: 'reset-password',
    kind: 'requested',
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody asked for a new password for the Inlet account with this address. If it was you, choose one here.',
    ],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'reset', token) },
    notes: [
      'The link works once and for one hour.',
      'If it was not you, you can ignore this email: your password stays as it is.',
    ],
  });
}
