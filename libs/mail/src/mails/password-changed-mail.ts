import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Tells an owner that the password was changed in a signed-in session. */
export function passwordChangedMail(to: string, publicUrl: string): Mail {
  return renderMail(to, {
    name: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Inlet account was changed, and you were signed out everywhere but where it was done.',
      'If it was not you, choose a new password at once. Nobody can do that without this mailbox.',
    ],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'forgot') },
    notes: ['Keys for programs still work. In your account you can revoke those that you do not know.'],
  });
}
