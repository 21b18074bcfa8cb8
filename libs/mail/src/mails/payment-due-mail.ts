import type { Mail } from '@inlet/contracts/mail';
import { dayInWords } from '#day-in-words.ts';
import { renderMail } from '#render-mail.ts';

/** Tells an owner that a renewal failed, and how long the plan remains active anyway. */
export function paymentDueMail(to: string, publicUrl: string, dueBy: Date): Mail {
  return renderMail(to, {
    name: 'payment-due',
    subject: 'Your payment did not go through',
    paragraphs: [
      'We could not collect the payment that renews your Inlet plan.',
      `Your forms go on as before until ${dayInWords(dueBy)}. Please check your payment details until then.`,
    ],
    button: { label: 'Manage Billing', url: `${publicUrl}/dashboard` },
    notes: ['Your card is tried again by itself in the meantime.'],
  });
}
