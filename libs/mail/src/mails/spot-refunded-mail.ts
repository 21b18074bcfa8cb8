import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** Tells a buyer that every spot was taken when the payment arrived. */
export function spotRefundedMail(to: string, publicUrl: string): Mail {
  return renderMail(to, {
    name: 'spot-refunded',
    subject: 'Your payment was refunded',
    paragraphs: [
      'Your payment for Early Pro arrived after the last spot was taken, so we have canceled it and paid it back in full.',
      'Depending on your bank it takes five to ten days until you see the money. We are sorry for the trouble.',
    ],
    button: { label: 'See the plans', url: `${publicUrl}/pricing` },
  });
}
