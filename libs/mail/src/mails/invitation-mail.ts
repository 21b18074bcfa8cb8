import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

interface Invited {
  readonly isMember: boolean;
  /** False in an installation that takes no payments. */
  readonly sellsPlans: boolean;
}

/** Invites somebody to make an account, or the owner of one to a plan that others wait for. */
export function invitationMail(to: string, link: string, { isMember, sellsPlans }: Invited): Mail {
  const first = isMember ? 'accept the invitation with your account' : 'create your account';
  const spot = sellsPlans ? ', claim an Early Pro spot' : '';
  const last = isMember ? '' : ' and point your first form at it';
  const thanks = sellsPlans ? 'Thank you for waiting. ' : '';
  return renderMail(to, {
    name: 'invitation',
    subject: 'Your invitation to Inlet',
    paragraphs: [`${thanks}There is a place for you at Inlet: ${first}${spot}${last}.`],
    button: { label: isMember ? 'Accept the invitation' : 'Create your account', url: link },
    notes: ['The link works once and for 14 days, with this address.'],
  });
}
