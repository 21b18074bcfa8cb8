import type { Form } from '@inlet/contracts/forms';
import { ApiError } from '#lib/http.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

type Closing = Pick<Form, 'opensAt' | 'closesAt' | 'maxSubmissions' | 'closedMessage'>;

/** When a form takes submissions, and how many, as typed. Times are those of an input, in the reader's time zone. */
export type ClosingDraft = Readonly<Record<keyof Closing, string>>;

export function draftOf({ opensAt, closesAt, maxSubmissions, closedMessage }: Closing): ClosingDraft {
  return {
    opensAt: toLocal(opensAt),
    closesAt: toLocal(closesAt),
    maxSubmissions: maxSubmissions === null ? '' : String(maxSubmissions),
    closedMessage: closedMessage ?? '',
  };
}

/** The draft as a change. A time that shows what is stored keeps its seconds, which an input cannot show. */
export function toChange(draft: ClosingDraft, stored: Closing): Closing {
  const timeOf = (field: 'opensAt' | 'closesAt') =>
    draft[field] === toLocal(stored[field]) ? stored[field] : toIso(draft[field]);
  const count = draft.maxSubmissions.replaceAll(/[\s,]/g, '');
  return {
    opensAt: timeOf('opensAt'),
    closesAt: timeOf('closesAt'),
    maxSubmissions: count === '' ? null : Number(count),
    closedMessage: draft.closedMessage.trim() || null,
  };
}

/** The errors of a draft before it is sent; the service says which numbers and texts are too large. */
export function checkDraft(draft: ClosingDraft, stored: Closing): FieldErrors {
  const { opensAt, closesAt, maxSubmissions: most } = toChange(draft, stored);
  const isOrdered = opensAt === null || closesAt === null || opensAt < closesAt;
  const isCount = most === null || (Number.isInteger(most) && most >= 1);
  return {
    ...(!isOrdered && { closesAt: 'The form must close after it opens' }),
    ...(!isCount && { maxSubmissions: 'Must be a whole number, 1 or more' }),
  };
}

/** The fields that a refusal refers to; empty without any. */
export function refusedFields(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.issues.map(({ field, message }) => [field, message]));
}

/** `2026-12-24T18:00` in the reader's time zone; empty without a time. */
function toLocal(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

function toIso(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}
