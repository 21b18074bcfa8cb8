import { headlineOf, summaryOf } from '@inlet/contracts/field-roles';
import type { Form } from '@inlet/contracts/forms';
import type { Submission } from '@inlet/contracts/submissions';
import { formatMoment } from '#lib/dates.ts';

/** Some mail programs accept no longer address. */
const quotedLength = 1_200;

/** The address that opens the owner's mail program with a prepared reply; null without a sender to reply to. */
export function replyTo(
  submission: Submission,
  { name, fieldRoles }: Pick<Form, 'name' | 'fieldRoles'>,
): string | null {
  const data = Object.entries(submission.data);
  const { address, subject, message } = headlineOf(data, fieldRoles);
  if (address === '') return null;
  const quoted = (message || summaryOf(data, fieldRoles))
    .slice(0, quotedLength)
    .toWellFormed()
    .split('\n')
    .map((line) => `> ${line}`);
  const body = ['', '', `On ${formatMoment(submission.createdAt)} you wrote:`, ...quoted].join('\r\n');
  const to = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${subject || name}`)}&body=${encodeURIComponent(body)}`;
}
