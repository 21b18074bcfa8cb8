import type { EventType } from '@inlet/contracts/targets';

interface EventName {
  readonly name: string;
  readonly explanation: string;
}

/** In the order of the screens. */
export const eventNames: Readonly<Record<EventType, EventName>> = {
  'submission.created': { name: 'New submission', explanation: 'It arrived in the inbox.' },
  'submission.spam': { name: 'New spam', explanation: 'It arrived in the spam folder.' },
  'submission.released': { name: 'Released from spam', explanation: 'You moved it to the inbox for the first time.' },
  'submission.deleted': { name: 'Deleted submission', explanation: 'Only its id is sent.' },
};
