import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Another link to verify the address of an account. */
export function verifyEmailMail(to: string, publicUrl: string, token: string): Mail {
  return renderMail(to, {
    name: 'verify-email',
    kind: 'requested',
    subject: 'Verify your address',
    paragraphs: [
      'Open this link to verify the address of your Inlet account. New submissions are mailed to you from then on.',
    ],
    button: { label: 'Verify this address', url: linkTo(publicUrl, 'verify', token) },
    notes: ['The link works once and for seven days. Links from earlier mails work no more.'],
  });
}
