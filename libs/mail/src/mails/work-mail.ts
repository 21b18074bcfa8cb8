import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** What somebody else has done in a form. */
interface Work {
  readonly form: { readonly id: string; readonly name: string };
  /** The address of the member, or the name of the API key. */
  readonly by: string;
}

/** A note may be longer than a mail should be. */
const noteShown = 2_000;

/** Tells a member that somebody else has assigned submissions to them; one mail, however many there are. */
export function assignedMail(
  to: string,
  publicUrl: string,
  { form, by, count, submissionId }: Work & { readonly count: number; readonly submissionId: string | null },
): Mail {
  const isOne = submissionId !== null;
  const number = count.toLocaleString('en-US');
  return renderMail(to, {
    name: 'assigned',
    subject: isOne ? 'A submission was assigned to you' : 'Submissions were assigned to you',
    paragraphs: [
      `${by} assigned ${isOne ? 'a submission' : `${number} submissions`} of the form “${form.name}” to you.`,
    ],
    button: isOne
      ? { label: 'Open the submission', url: submissionUrl(publicUrl, form, submissionId) }
      : { label: 'Open your submissions', url: `${publicUrl}/forms/${form.id}?assignee=me` },
    notes: [switchOff(publicUrl)],
  });
}

/** Tells a member that a note mentions them, with the text of the note. */
export function mentionedMail(
  to: string,
  publicUrl: string,
  { form, by, submissionId, note }: Work & { readonly submissionId: string; readonly note: string },
): Mail {
  return renderMail(to, {
    name: 'mentioned',
    subject: 'A note mentions you',
    paragraphs: [`${by} mentions you in a note on a submission of the form “${form.name}”:`, cut(note)],
    button: { label: 'Open the submission', url: submissionUrl(publicUrl, form, submissionId) },
    notes: [switchOff(publicUrl)],
  });
}

function submissionUrl(publicUrl: string, form: Work['form'], id: string): string {
  return `${publicUrl}/forms/${form.id}?submission=${id}`;
}

function switchOff(publicUrl: string): string {
  return `You can switch off mails about assigned submissions and mentions in your settings:\n${publicUrl}/settings`;
}

function cut(note: string): string {
  if (note.length <= noteShown) return note;
  const start = note.slice(0, noteShown);
  return `${start.isWellFormed() ? start : start.slice(0, -1)}…`;
}
