import type { Mail } from '@inlet/contracts/mail';
import { dayInWords } from '#day-in-words.ts';
import { renderMail } from '#render-mail.ts';

/** Tells an owner that the account is unused, and when it will be deleted. */
export function idleAccountMail(to: string, publicUrl: string, endsAt: Date): Mail {
  const day = dayInWords(endsAt);
  return renderMail(to, {
    name: 'idle-account',
    subject: 'Your account is about to be deleted',
    paragraphs: [
      'Nobody has signed in to your Inlet account, used one of its API keys or sent anything to its forms for almost a year.',
      `An account that is not used for 12 months is deleted, with its forms and all that they received. Yours will be on ${day}.`,
      'To keep it, sign in once. You need to do nothing else.',
    ],
    button: { label: 'Sign in', url: `${publicUrl}/auth` },
    notes: ['If you want a copy first, export your data in the settings of the account.'],
  });
}
