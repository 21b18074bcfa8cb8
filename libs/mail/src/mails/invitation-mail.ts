import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** Invites somebody to make an account. */
export function invitationMail(to: string, link: string): Mail {
  return renderMail(to, {
    subject: 'Your invitation to Inlet',
    paragraphs: [
      'Thank you for waiting. There is a place for you at Inlet: create your account, claim an Early Pro spot, and point your first form at it.',
    ],
    button: { label: 'Create your account', url: link },
    notes: ['The link works once and for 14 days, with this address.'],
  });
}
