import type { ClosingEntry } from '@inlet/contracts/form-closing';
import { type FormState, formStateOf } from '@inlet/contracts/form-state';
import type { Form } from '@inlet/db/client';
import { invalidField } from '#errors.ts';

type Limits = Pick<Form, 'opensAt' | 'closesAt' | 'maxSubmissions'>;
type Closing = Limits & Pick<Form, 'closedMessage'>;

/** The times, the number and the message of a form, as the API shows them. */
export function closingOf({ opensAt, closesAt, maxSubmissions, closedMessage }: Closing) {
  return {
    opensAt: opensAt?.toISOString() ?? null,
    closesAt: closesAt?.toISOString() ?? null,
    maxSubmissions,
    closedMessage,
  };
}

export function stateOfForm({ opensAt, closesAt, maxSubmissions }: Limits, counted: number): FormState {
  const limits = { opensAtMs: timeOf(opensAt), closesAtMs: timeOf(closesAt), maxSubmissions };
  return formStateOf(limits, counted, Date.now());
}

/** What ingest obeys; null for a form that is open at any time and for any number. */
export function closingEntryOf(form: Closing & Pick<Form, 'maxSubmissionsVersion'>): ClosingEntry | null {
  const { opensAt, closesAt, maxSubmissions: submissions, maxSubmissionsVersion: version, closedMessage } = form;
  if (opensAt === null && closesAt === null && submissions === null) return null;
  const max = submissions === null ? null : { submissions, version };
  return { opensAtMs: timeOf(opensAt), closesAtMs: timeOf(closesAt), max, message: closedMessage };
}

export function stateOfEntry({ opensAtMs, closesAtMs, max }: ClosingEntry, counted: number): FormState {
  return formStateOf({ opensAtMs, closesAtMs, maxSubmissions: max?.submissions ?? null }, counted, Date.now());
}

interface Times {
  readonly opensAt?: string | null | undefined;
  readonly closesAt?: string | null | undefined;
}

/** Refuses a change after which a form would close before it opens. The refusal names a field of the change. */
export function requireOrder(change: Times, before: Times = {}): void {
  const { opensAt, closesAt } = { ...before, ...definedIn(change) };
  if (!opensAt || !closesAt || Date.parse(opensAt) < Date.parse(closesAt)) return;
  if (change.closesAt === undefined) throw invalidField('opensAt must be earlier than closesAt', 'opensAt');
  throw invalidField('closesAt must be later than opensAt', 'closesAt');
}

function definedIn({ opensAt, closesAt }: Times): Times {
  return { ...(opensAt !== undefined && { opensAt }), ...(closesAt !== undefined && { closesAt }) };
}

function timeOf(time: Date | null): number | null {
  return time?.getTime() ?? null;
}
