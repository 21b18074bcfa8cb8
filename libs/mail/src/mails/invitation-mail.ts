import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

interface Invited {
  readonly isMember: boolean;
  /** False in an installation that takes no payments. */
  readonly sellsPlans: boolean;
}

/** Invites somebody to make an account, or the owner of one to a plan that others wait for. */
export function invitationMail(to: string, link: string, { isMember, sellsPlans }: Invited): Mail {
  const news = sellsPlans ? 'Thank you for waiting. You can now claim an Early Pro spot.' : 'You are invited to Inlet.';
  const next = isMember ? 'Accept the invitation with your account.' : 'Create your account and your first form.';
  return renderMail(to, {
    name: 'invitation',
    subject: 'Your invitation to Inlet',
    paragraphs: [`${news} ${next}`],
    button: { label: isMember ? 'Accept the invitation' : 'Create your account', url: link },
    notes: ['The link works once and for 14 days, with this address.'],
  });
}
