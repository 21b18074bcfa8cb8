import type { Mail } from '@inlet/contracts/mail';
import { dayInWords } from '#day-in-words.ts';
import { renderMail } from '#render-mail.ts';

/** An unusual change in the submissions that a form receives, or faults of its page. */
export type FormAlert =
  | { readonly kind: 'silence'; readonly since: Date }
  | { readonly kind: 'surge'; readonly today: number; readonly usual: number }
  | { readonly kind: 'check'; readonly url: string; readonly messages: readonly string[] };

/** What happened, as a sentence. It contains nothing of a submission. */
export function alertSentence({ name }: Pick<AlertedForm, 'name'>, alert: FormAlert): string {
  switch (alert.kind) {
    case 'silence':
      return `Your form “${name}” has received no submission since ${dayInWords(alert.since)}. Usually it receives several in that time.`;
    case 'surge':
      return `Your form “${name}” received ${alert.today.toLocaleString('en-US')} submissions today. ${usually(alert.usual)}`;
    case 'check':
      return `The weekly check-up of your form “${name}” was good. Now it has found faults on the page ${plain(alert.url)}.`;
  }
}

interface AlertedForm {
  readonly id: string;
  readonly name: string;
}

/** Tells a form's owner, who enabled this alert, that something about the form is unusual. */
export function formAlertMail(to: string, publicUrl: string, form: AlertedForm, alert: FormAlert): Mail {
  const { path = '', where = 'notification settings', ...words } = wordsOf(form, alert);
  return renderMail(to, {
    name: 'form-alert',
    ...words,
    button: { label: 'Open the form', url: `${publicUrl}/forms/${form.id}${path}` },
    notes: [`You asked for this mail in the ${where} of the form, where you can turn it off.`],
  });
}

interface Words {
  readonly subject: string;
  readonly paragraphs: string[];
  /** The page of the form to open. */
  readonly path?: string;
  /** The settings that turn the alert off. */
  readonly where?: string;
}

function wordsOf(form: AlertedForm, alert: FormAlert): Words {
  const sentence = alertSentence(form, alert);
  switch (alert.kind) {
    case 'silence':
      return {
        subject: 'A form receives nothing any more',
        paragraphs: [
          sentence,
          'Send a test submission from your website. A changed page or an origin that is not allowed is the usual reason.',
        ],
      };
    case 'surge':
      return {
        subject: 'A form receives far more than usual',
        paragraphs: [
          sentence,
          'Look at the newest ones. If robots send them, the spam settings of the form can keep them away.',
        ],
      };
    case 'check':
      return {
        subject: 'The page of a form has a fault',
        paragraphs: [
          `The weekly check-up of your form “${form.name}” was good. Now it has found faults on the page ${plain(alert.url)}:`,
          ...alert.messages.map(plain),
        ],
        path: '/setup',
        where: 'check-up settings',
      };
  }
}

/** A mail program makes no link of an address without its beginning: a mail of ours leads only to us. */
function plain(text: string): string {
  return text.replaceAll(/https?:\/\//g, '');
}

function usually(perDay: number): string {
  if (perDay < 1) return 'Usually it receives less than one a day.';
  return `Usually it receives about ${Math.round(perDay).toLocaleString('en-US')} a day.`;
}
