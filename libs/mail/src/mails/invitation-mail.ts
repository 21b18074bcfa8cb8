import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** Invites somebody to make an account, or the owner of one to a plan that others wait for. */
export function invitationMail(to: string, link: string, isMember: boolean): Mail {
  const next = isMember
    ? 'accept the invitation with your account, and claim an Early Pro spot.'
    : 'create your account, claim an Early Pro spot, and point your first form at it.';
  return renderMail(to, {
    subject: 'Your invitation to Inlet',
    paragraphs: [`Thank you for waiting. There is a place for you at Inlet: ${next}`],
    button: { label: isMember ? 'Accept the invitation' : 'Create your account', url: link },
    notes: ['The link works once and for 14 days, with this address.'],
  });
}
