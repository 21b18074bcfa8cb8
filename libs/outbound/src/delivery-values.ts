import type { FieldRoles } from '@inlet/contracts/field-choice';
import { headlineOf } from '@inlet/contracts/field-roles';
import type { AlertEvent, SubmissionEvent, WebhookEvent } from '@inlet/contracts/webhook-events';
import type { Values } from '#render-template.ts';

const titles: Readonly<Record<WebhookEvent['type'], string>> = {
  'submission.created': 'New submission',
  'submission.confirmed': 'Address confirmed',
  'submission.spam': 'New spam',
  'submission.released': 'Marked as not spam',
  'submission.deleted': 'Deleted submission',
  'form.alert': 'Alert',
};

/** Matches every kind of line break. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * The values of an event by placeholder name. `{{email}}` is the field email; `{{data.email}}` is the same, for fields
 * whose name is reserved. A template may use a value a thousand times, so each is computed once.
 */
export function deliveryValues(event: WebhookEvent, eventId: string, roles?: FieldRoles | null): Values {
  if (event.type === 'form.alert') return alertValues(event, eventId);
  const { form, submission } = event.data;
  const { data = {}, ...known } = submission as { id: string; data?: Readonly<Record<string, unknown>> };
  const named = new Map<string, unknown>([
    ...entriesOf('submission', known),
    ...entriesOf('form', form),
    ['event.id', eventId],
    ['event.type', event.type],
    ['event.title', titleOf(event)],
    ['event.timestamp', event.timestamp],
  ]);
  const find = (name: string) => {
    if (name === 'event.headline') return headline(event, headlineOf(Object.entries(data), roles).title);
    if (name === 'fields') return fieldsText(data) || `Submission ${submission.id}`;
    if (named.has(name)) return textOf(named.get(name));
    const field = name.startsWith('data.') && !Object.hasOwn(data, name) ? name.slice('data.'.length) : name;
    return Object.hasOwn(data, field) ? textOf(data[field]) : undefined;
  };
  const made = new Map<string, string | undefined>();
  return (name) => {
    if (!made.has(name)) made.set(name, find(name));
    return made.get(name);
  };
}

function titleOf({ type, test }: SubmissionEvent): string {
  return test ? 'Test, nobody sent this' : titles[type];
}

/** An alert has no fields: its sentence stands for them, and its link for that of a submission. */
function alertValues({ type, timestamp, data: { form, alert } }: AlertEvent, eventId: string): Values {
  const named = new Map<string, string>([
    ...entriesOf('form', form).map(([name, value]): [string, string] => [name, textOf(value)]),
    ['event.id', eventId],
    ['event.type', type],
    ['event.title', titles[type]],
    ['event.timestamp', timestamp],
    ['event.headline', `${titles[type]}: ${form.name}`],
    ['fields', alert.message],
    ['submission.url', alert.url],
    ['alert.kind', alert.kind],
    ['alert.message', alert.message],
    ['alert.url', alert.url],
  ]);
  return (name) => named.get(name);
}

/** A title with the event, the form, and the sender or subject. */
function headline(event: SubmissionEvent, title: string): string {
  return [`${titleOf(event)}: ${event.data.form.name}`, title].filter((part) => part !== '').join(' · ');
}

function entriesOf(prefix: string, values: object): [string, unknown][] {
  return Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]);
}

/** One field per line. Further lines of a value are indented, so that none looks like another field. */
function fieldsText(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .map(
      ([name, value]) =>
        `${name.replaceAll(lineBreak, ' ').trimStart()}: ${textOf(value).replaceAll(lineBreak, '\n  ')}`,
    )
    .join('\n');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
