import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Tells an owner that the password was reset with a mailed link. */
export function passwordResetMail(to: string, publicUrl: string): Mail {
  return renderMail(to, {
    name: 'password-reset',
    subject: 'Your password was reset',
    paragraphs: [
      'Your Inlet account has a new password, chosen by a link that we mailed to you. You were signed out everywhere.',
      'If it was not you, somebody else reads your mail. Make your mailbox safe first, then choose a new password.',
    ],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'forgot') },
    notes: [
      'Every API key of the account was revoked as well. Programs need new keys, which you create in your settings.',
    ],
  });
}
