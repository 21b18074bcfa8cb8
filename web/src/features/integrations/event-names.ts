import type { EventType } from '@inlet/contracts/targets';
import type { WebhookEventType } from '@inlet/contracts/webhook-events';

interface EventName {
  readonly name: string;
  readonly explanation: string;
}

/** In the order of the screens. */
export const eventNames: Readonly<Record<EventType, EventName>> = {
  'submission.created': { name: 'New submission', explanation: 'It arrived in the inbox.' },
  'submission.confirmed': {
    name: 'Address confirmed',
    explanation: 'The visitor opened the link in the mail that your form sends.',
  },
  'submission.spam': { name: 'New spam', explanation: 'It arrived in the spam folder.' },
  'submission.released': { name: 'Marked as not spam', explanation: 'The first time you move it to the inbox.' },
  'submission.deleted': { name: 'Deleted submission', explanation: 'Only its id is sent.' },
};

/** What an attempt delivered. */
export function deliveredName(type: WebhookEventType): string {
  return type === 'form.alert' ? 'Alert' : eventNames[type].name;
}
