import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

interface Invited {
  readonly isMember: boolean;
  /** False in an installation without payments. */
  readonly sellsPlans: boolean;
}

/** Invites a person to create an account, or an account's owner to a plan with a waitlist. */
export function invitationMail(to: string, link: string, { isMember, sellsPlans }: Invited): Mail {
  const way = isMember ? 'Sign in' : 'Create your account';
  const words = sellsPlans
    ? `Your Early Pro spot is ready. ${way} to claim it.`
    : `You are invited to Inlet. ${way} to accept.`;
  return renderMail(to, {
    name: 'invitation',
    subject: 'Your invitation to Inlet',
    paragraphs: [words],
    button: { label: isMember ? 'Accept the invitation' : 'Create your account', url: link },
    notes: ['The link works once and for 14 days, with this address.'],
  });
}
