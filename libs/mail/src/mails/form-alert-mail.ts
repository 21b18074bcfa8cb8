import type { Mail } from '@inlet/contracts/mail';
import { dayInWords } from '#day-in-words.ts';
import { renderMail } from '#render-mail.ts';

/** An unusual change in the submissions that a form receives. */
export type FormAlert =
  | { readonly kind: 'silence'; readonly since: Date }
  | { readonly kind: 'surge'; readonly today: number; readonly usual: number };

interface AlertedForm {
  readonly id: string;
  readonly name: string;
}

/** Tells a form's owner, who enabled this alert, that the form receives nothing any more, or far more than usual. */
export function formAlertMail(to: string, publicUrl: string, form: AlertedForm, alert: FormAlert): Mail {
  const isSilent = alert.kind === 'silence';
  return renderMail(to, {
    name: 'form-alert',
    subject: isSilent ? 'A form receives nothing any more' : 'A form receives far more than usual',
    paragraphs: isSilent
      ? [
          `Your form “${form.name}” has received no submission since ${dayInWords(alert.since)}. Usually it receives several in that time.`,
          'Send a test submission from your website. A changed page or an origin that is not allowed is the usual reason.',
        ]
      : [
          `Your form “${form.name}” received ${alert.today.toLocaleString('en-US')} submissions today. ${usually(alert.usual)}`,
          'Look at the newest ones. If robots send them, the spam settings of the form can keep them away.',
        ],
    button: { label: 'Open the form', url: `${publicUrl}/forms/${form.id}` },
    notes: ['You asked for this mail in the notification settings of the form, where you can turn it off.'],
  });
}

function usually(perDay: number): string {
  if (perDay < 1) return 'Usually it receives less than one a day.';
  return `Usually it receives about ${Math.round(perDay).toLocaleString('en-US')} a day.`;
}
