import type { ConfirmationState } from '@inlet/contracts/confirmation';
import type { Submission } from '@inlet/contracts/submissions';
import { formatShortDateTime } from '#lib/dates.ts';

const words: Readonly<Record<ConfirmationState, string>> = {
  asked: 'Not confirmed yet',
  no_address: 'Not asked: the submission has no email address',
  suspicious: 'Not asked: the submission may be spam',
  limit: 'Not asked: the form had sent all of its mails to visitors for this hour',
  unwanted: 'Not asked: the address gets no more such mails, or none today',
};

/** Whether the visitor has confirmed the address; null for a form that does not ask. */
export function addressWords({
  confirmation,
  confirmedAt,
}: Pick<Submission, 'confirmation' | 'confirmedAt'>): string | null {
  if (confirmedAt) return `Confirmed ${formatShortDateTime(confirmedAt)}`;
  return confirmation ? words[confirmation] : null;
}
