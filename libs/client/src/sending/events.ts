import type { Queued, Refused, Sent } from '#sending/outcome.ts';
import type { Item } from '#sending/queue.ts';

type Saved = Pick<Item, 'endpoint' | 'key' | 'body' | 'createdAt'>;

/** What became of a submission that was saved, and what it was: the detail of an event of the document. */
export type SavedOutcome = (Sent | Refused) & Saved;

/** An event of a form bubbles, so the document hears both. */
export type OutcomeEvent = CustomEvent<(Sent | Refused) & Partial<Saved>>;

declare global {
  interface GlobalEventHandlersEventMap {
    'inlet:sent': CustomEvent<Sent & Partial<Saved>>;
    'inlet:queued': CustomEvent<Queued>;
    'inlet:refused': CustomEvent<Refused & Partial<Saved>>;
  }
}
