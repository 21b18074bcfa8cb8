import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

/**
 * Tells an address that it is on the waitlist. Anyone can enter another person's address, so it is an automatic reply.
 */
export function waitlistMail(to: string, publicUrl: string, unsubscribe: UnsubscribeUrls): Mail {
  return renderMail(to, {
    name: 'waitlist',
    kind: 'auto-reply',
    subject: 'You are on the waitlist',
    paragraphs: [
      'Thank you for your interest in Inlet. You’re on the waitlist, and we’ll invite you at this address when a spot opens.',
    ],
    button: { label: 'See what Inlet does', url: `${publicUrl}/` },
    notes: ['Didn’t join? Ignore this email. You get no other one until a spot opens.'],
    unsubscribe,
  });
}
