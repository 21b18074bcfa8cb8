import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Asks whether a new address belongs to the person who wants to sign in with it. */
export function confirmEmailMail(to: string, publicUrl: string, token: string): Mail {
  return renderMail(to, {
    name: 'confirm-email',
    kind: 'requested',
    subject: 'Confirm your new address',
    paragraphs: ['Open this link to sign in to your Inlet account with this address from now on.'],
    button: { label: 'Confirm this address', url: linkTo(publicUrl, 'confirm-email', token) },
    notes: [
      'The link works once and for 24 hours.',
      'If you did not ask for it, you can ignore this email: without the link nothing changes.',
    ],
  });
}
