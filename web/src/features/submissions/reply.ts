import type { Submission } from '@inlet/contracts/submissions';
import { addressOf, messageOf } from '#features/submissions/fields.ts';
import { formatMoment } from '#lib/dates.ts';

/** Some mail programs take no longer address. */
const quotedLength = 1_200;

/** The address that opens the owner's mail program with an answer begun. */
export function replyTo(submission: Submission, formName: string): string {
  const texts = Object.values(submission.data).filter((value) => typeof value === 'string');
  const message = texts.toSorted((a, b) => b.length - a.length)[0] ?? messageOf(submission);
  const quoted = message
    .slice(0, quotedLength)
    .split('\n')
    .map((line) => `> ${line}`);
  const body = ['', '', `On ${formatMoment(submission.createdAt)} you wrote:`, ...quoted].join('\r\n');
  const address = encodeURIComponent(addressOf(submission)).replaceAll('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(`Re: ${formName}`)}&body=${encodeURIComponent(body)}`;
}
