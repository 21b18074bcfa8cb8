import type { Mail } from '@inlet/contracts/mail';
import { confirmationDays } from '@inlet/contracts/notifications';
import { renderMail } from '#render-mail.ts';

interface Question {
  readonly formName: string;
  readonly token: string;
}

/** Asks an address whether it wants the notifications of a form. Its owner may never have heard of Inlet. */
export function confirmRecipientMail(to: string, publicUrl: string, { formName, token }: Question): Mail {
  return renderMail(to, {
    name: 'confirm-recipient',
    subject: 'Do you want notifications of a form?',
    paragraphs: [
      `The owner of the form “${formName}” wants Inlet to mail its submissions to this address.`,
      'Open this link if you want these mails.',
    ],
    button: { label: 'Get these mails', url: `${publicUrl}/confirm-recipient?token=${encodeURIComponent(token)}` },
    notes: [
      `The link works for ${confirmationDays} days. Every mail has a link that stops them.`,
      'If you do not know the form, you can ignore this email: without the link nothing is mailed to you.',
    ],
  });
}
