import { createHash } from 'node:crypto';
import type { Change } from '@inlet/contracts/changes';
import type { SubmissionEvent } from '@inlet/contracts/webhook-events';
import { deletedEvent, submissionEvent } from '@inlet/outbound/submission-event';

/** The types of changes that webhooks tell of. Marking as spam is not among them. */
const eventTypes = {
  created: 'submission.created',
  confirmed: 'submission.confirmed',
  released: 'submission.released',
} as const;

export interface EventToForward {
  /** The id of the event, which stays the same when it is sent again. */
  readonly id: string;
  readonly submissionId: string;
  readonly event: SubmissionEvent;
}

interface Origin {
  readonly form: { readonly id: string; readonly name: string };
  readonly publicUrl: string;
}

/** The event that a webhook of the form would get for a change; null for a change without one. */
export function eventOf(change: Change, { form, publicUrl }: Origin): EventToForward | null {
  const { type, at, submission, submissionId, upTo } = change;
  // The deletion of a form, and of what a form keeps no longer, stand for many submissions: webhooks hear of neither.
  if (submissionId === null || upTo !== undefined) return null;
  if (type === 'deleted') {
    const event = deletedEvent(submissionId, { form, timestamp: at, publicUrl });
    return { id: idOf(change), submissionId, event };
  }
  const eventType = Object.hasOwn(eventTypes, type) ? eventTypes[type as keyof typeof eventTypes] : null;
  if (eventType === null || submission === null) return null;
  const isNew = type === 'created';
  const timestamp = isNew ? submission.createdAt : at;
  const event = submissionEvent(eventType, submission, { form, timestamp, publicUrl });
  return { id: isNew ? submissionId : idOf(change), submissionId, event };
}

/** The same change has the same id in each run; a new submission lends its event its own, as in deliveries. */
function idOf({ type, submissionId, cursor }: Change): string {
  const hash = createHash('sha256').update(`${type} ${submissionId} ${cursor}`).digest('hex');
  const version = `8${hash.slice(13, 16)}`;
  return [hash.slice(0, 8), hash.slice(8, 12), version, `a${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
