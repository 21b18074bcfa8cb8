import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { Labels } from '@inlet/contracts/labels';
import type { Mail } from '@inlet/contracts/mail';
import { shownInMailMax } from '@inlet/contracts/notifications';
import { escapeHtml } from '@inlet/contracts/text';
import { renderEnd, renderMailPage } from '#render-mail.ts';
import { lineMax, listLines } from '#submissions/list-lines.ts';
import { cut, type Part, weightOfPart } from '#submissions/mail-size.ts';
import { senderAddress } from '#submissions/sender-address.ts';
import { type MailedSubmission, showFields, type View } from '#submissions/show-submission.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

/** A submission with its data for the mail. */
export interface NotifiedSubmission extends MailedSubmission {
  readonly subject: string | null;
  readonly replyTo: string | null;
}

export interface Notified {
  readonly publicUrl: string;
  readonly form: {
    readonly id: string;
    readonly name: string;
    readonly fieldRoles?: FieldRoles | null;
    readonly labels?: Labels;
  };
  readonly isDigest: boolean;
  /** An IANA name. */
  readonly timeZone: string;
  /** The submissions, oldest first; at least one. */
  readonly submissions: readonly NotifiedSubmission[];
  /** The number of further submissions, which do not fit in a mail. */
  readonly unnamed: number;
  /** True for the test of a check-up, whose submission is not kept. */
  readonly isTest?: boolean;
}

/** A mail has 100 kB; this excludes the headers of the mail and of its parts. */
const weightMax = 94_000;
/** At least this much is for fields, however many lines there are. */
const fieldsMin = 6_000;
/** A submission gets this much if the mail has space; a smaller table shows too little. */
const tableMin = 1_500;

/** Composes the mail about submissions once; only the recipient differs then. */
export function notificationMail(notified: Notified): (to: string, unsubscribe: UnsubscribeUrls) => Mail {
  const { publicUrl, form, submissions, unnamed, isTest = false } = notified;
  const count = submissions.length + unnamed;
  const [single] = count === 1 && !isTest ? submissions : [];
  const inbox = `${publicUrl}/forms/${form.id}`;
  const view = viewOf(inbox, notified);
  const heading = headingOf(notified, count);
  const notes = [
    ...(isTest ? ['Nobody sent this: the check-up of the form did, and the submission is not kept.'] : []),
    ...(unnamed > 0 ? [`${unnamed} more came, which this mail has no room for.`] : []),
    `You get this because you’re a recipient of “${form.name}”.`,
  ];
  const button = single
    ? { label: 'Open the submission', url: view.linkTo(single.id) }
    : { label: 'Open the inbox', url: inbox };
  const parts = compose(view, submissions);
  const replyTo = single && senderAddress(single.replyTo, single.fields ?? []);
  const subject = oneLine(single?.subject || heading);
  return (to, unsubscribe) => {
    const end = renderEnd({ button, notes, unsubscribe });
    return {
      kind: 'notification',
      formId: form.id,
      to,
      subject,
      text: [heading, ...parts.map(({ text }) => text), end.text].join('\n\n'),
      html: renderMailPage(subject, [
        `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>`,
        ...parts.map(({ html }) => html),
        end.html,
      ]),
      unsubscribeUrl: unsubscribe.oneClick,
      ...(replyTo && { replyTo }),
    };
  };
}

/** The first submissions with their fields, as far as they fit, and a line for each of the others. */
function compose(view: View, submissions: readonly MailedSubmission[]): Part[] {
  const shown: Part[] = [];
  const others: MailedSubmission[] = [];
  const linesNeed = submissions.length > 1 ? 2 * lineMax * submissions.length : 0;
  let weightLeft = Math.max(fieldsMin, weightMax - linesNeed);
  let left = weightMax;
  for (const [index, submission] of submissions.entries()) {
    const isCandidate = index < shownInMailMax;
    const share = Math.min(
      weightLeft,
      Math.max(tableMin, weightLeft / (Math.min(shownInMailMax, submissions.length) - index)),
    );
    const part = isCandidate ? showFields(view, submission, share) : null;
    if (!part) {
      others.push(submission);
      continue;
    }
    shown.push(part);
    weightLeft -= weightOfPart(part);
    left -= weightOfPart(part);
  }
  return others.length > 0 ? [...shown, listLines(view, others, left)] : shown;
}

function headingOf({ form, isDigest, isTest }: Notified, count: number): string {
  if (isTest) return `Test submission: ${form.name}`;
  const counted = count === 1 ? '1 submission' : `${count} submissions`;
  if (isDigest) return `Daily digest: ${counted} of ${form.name}`;
  return count === 1 ? `New submission: ${form.name}` : `${count} new submissions: ${form.name}`;
}

function viewOf(inbox: string, { timeZone, form }: Notified): View {
  const moment = formatIn(timeZone, { dateStyle: 'medium', timeStyle: 'short' });
  const time = formatIn(timeZone, { timeStyle: 'short' });
  return {
    linkTo: (id) => `${inbox}?submission=${id}`,
    formatMoment: (at) => moment.format(at),
    formatTime: (at) => time.format(at),
    fieldRoles: form.fieldRoles ?? null,
    ...(form.labels && { labels: form.labels }),
  };
}

/** A time zone that this process does not know counts as UTC. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

const subjectMax = 200;

/** A subject on one line, whatever the sender of a submission wrote. */
function oneLine(text: string): string {
  return cut(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), subjectMax);
}
