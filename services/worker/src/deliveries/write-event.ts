import { noSpam } from '@inlet/contracts/spam';
import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import { parseData } from '@inlet/submissions/parse-data';
import type { WaitingDelivery } from '#deliveries/deliveries.store.ts';
import type { LoadedTarget } from '#deliveries/targets.store.ts';

type EventSource = Pick<
  WaitingDelivery,
  'type' | 'timestamp' | 'submissionId' | 'data' | 'origin' | 'userAgent' | 'isSpam' | 'spam' | 'createdAt'
>;

/** The event that a delivery tells of; null if its submission is gone and there is nothing to tell. */
export function writeEvent(
  { formId, formName, fields }: Pick<LoadedTarget, 'formId' | 'formName' | 'fields'>,
  { type, timestamp: at, submissionId: id, data, origin, userAgent, isSpam, spam, createdAt }: EventSource,
): WebhookEvent | null {
  const form = { id: formId, name: formName };
  const timestamp = at.toISOString();
  if (type === 'submission.deleted') return { type, timestamp, data: { form, submission: { id, formId } } };
  if (data === null || createdAt === null) return null;
  const submission = {
    id,
    formId,
    data: chosen(parseData(data), fields),
    origin,
    userAgent,
    isSpam: isSpam === true,
    spam: spam ?? noSpam,
    isChecking: false,
    createdAt: createdAt.toISOString(),
  };
  return { type, timestamp, data: { form, submission } };
}

function chosen(data: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  if (fields.length === 0) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => fields.includes(name)));
}

/** An event like any other, about a submission that nobody sent. */
export function writeExample(target: LoadedTarget, id: string, at: Date): WebhookEvent {
  const data = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'This is a test delivery.' };
  const event = writeEvent(target, {
    type: 'submission.created',
    timestamp: at,
    submissionId: id,
    data: JSON.stringify(data),
    origin: 'https://example.com',
    userAgent: null,
    isSpam: false,
    spam: null,
    createdAt: at,
  });
  if (!event) throw new Error('The example has fields');
  return event;
}
