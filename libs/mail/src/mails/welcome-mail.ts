import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Welcomes the owner of a new account. The token verifies the address; an invitation has already proved it. */
export function welcomeMail(to: string, publicUrl: string, token: string | null): Mail {
  const welcome =
    'Your Inlet account is ready. Create a form, point your website at its address, and read what people send.';
  if (token === null) {
    return renderMail(to, {
      name: 'welcome',
      kind: 'requested',
      subject: 'Welcome to Inlet',
      paragraphs: [welcome],
      button: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
    });
  }
  return renderMail(to, {
    name: 'welcome',
    kind: 'requested',
    subject: 'Welcome to Inlet',
    paragraphs: [welcome, 'Please verify this address. New submissions are mailed to you from then on.'],
    button: { label: 'Verify this address', url: linkTo(publicUrl, 'verify', token) },
    notes: ['The link works once and for seven days.', 'Didn’t sign up? Ignore this email.'],
  });
}
