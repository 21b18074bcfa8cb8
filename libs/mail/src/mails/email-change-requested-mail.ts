import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Warns the old address while the change can still be stopped. */
export function emailChangeRequestedMail(to: string, publicUrl: string, newEmail: string): Mail {
  return renderMail(to, {
    name: 'email-change-requested',
    subject: 'A new address for your account',
    paragraphs: [
      `Somebody who knows your password asked that your Inlet account have the address ${newEmail} from now on.`,
      'If it was you, open the link that was mailed there. If not, choose a new password: that stops the change.',
    ],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'forgot') },
  });
}
