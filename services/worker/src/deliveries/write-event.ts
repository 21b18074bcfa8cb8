import type { FieldError } from '@inlet/contracts/field-errors';
import { noSpam } from '@inlet/contracts/spam';
import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import type { FileLinks } from '@inlet/crypto/file-links';
import { dashboardUrl } from '@inlet/outbound/dashboard-url';
import { deletedEvent, submissionEvent } from '@inlet/outbound/submission-event';
import { presentFiles } from '@inlet/submissions/present-files';
import type { WorkerConfig } from '#config.ts';
import type { WaitingDelivery } from '#deliveries/deliveries.store.ts';
import type { LoadedTarget } from '#deliveries/targets.store.ts';

type EventSource = Pick<
  WaitingDelivery,
  | 'type'
  | 'timestamp'
  | 'submissionId'
  | 'origin'
  | 'userAgent'
  | 'isSpam'
  | 'spam'
  | 'createdAt'
  | 'files'
  | 'ruleErrors'
  | 'rulesVersion'
  | 'alert'
  | 'confirmation'
  | 'confirmedAt'
> & { readonly data: Readonly<Record<string, unknown>> | null };

/** What the addresses in an event are made of. */
export interface EventLinks {
  readonly fileLinks: FileLinks;
  readonly config: Pick<WorkerConfig, 'PUBLIC_URL'>;
}

/** The event that a delivery tells of; null if its submission is gone and there is nothing to tell. */
export function writeEvent(
  { formId, formName, fields }: Pick<LoadedTarget, 'formId' | 'formName' | 'fields'>,
  source: EventSource,
  { fileLinks, config }: EventLinks,
): WebhookEvent | null {
  const { type, timestamp: at, submissionId: id, data, origin, userAgent, isSpam, spam, createdAt, files } = source;
  const form = { id: formId, name: formName };
  const timestamp = at.toISOString();
  if (type === 'form.alert') return source.alert && { type, timestamp, data: { form, alert: source.alert } };
  const facts = { form, timestamp, publicUrl: config.PUBLIC_URL };
  if (type === 'submission.deleted') return deletedEvent(id, facts);
  if (data === null || createdAt === null) return null;
  const submission = {
    id,
    formId,
    data: chosen(data, fields),
    origin,
    userAgent,
    isSpam: isSpam === true,
    spam: spam ?? noSpam,
    isChecking: false,
    createdAt: createdAt.toISOString(),
    files: presentFiles(files, (file) => fileLinks.urlOf('file', file)).filter(({ field }) => isChosen(field, fields)),
    ruleErrors: chosenErrors(source.ruleErrors, fields),
    rulesVersion: source.rulesVersion,
    confirmation: source.confirmation,
    confirmedAt: source.confirmedAt?.toISOString() ?? null,
  };
  return submissionEvent(type, submission, facts);
}

function chosen(data: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => isChosen(name, fields)));
}

function chosenErrors(errors: readonly FieldError[] | null, fields: readonly string[]): FieldError[] | null {
  const told = errors?.filter(({ field }) => isChosen(field, fields)) ?? [];
  return told.length > 0 ? told : null;
}

function isChosen(name: string, fields: readonly string[]): boolean {
  return fields.length === 0 || fields.includes(name);
}

/** An event like any other, about a submission that nobody sent. */
export function writeExample(target: LoadedTarget, id: string, at: Date, links: EventLinks): WebhookEvent {
  const data = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'This is a test delivery.' };
  const example: EventSource = {
    type: 'submission.created',
    timestamp: at,
    submissionId: id,
    data,
    origin: 'https://example.com',
    userAgent: null,
    isSpam: false,
    spam: null,
    createdAt: at,
    files: null,
    ruleErrors: null,
    rulesVersion: null,
    alert: null,
    confirmation: null,
    confirmedAt: null,
  };
  const event = writeEvent(target, example, links);
  if (event?.type !== 'submission.created') throw new Error('The example has fields');
  const url = dashboardUrl(links.config.PUBLIC_URL, target.formId);
  return { ...event, data: { ...event.data, submission: { ...event.data.submission, url } } };
}
