/** How far a listener has come in the stream of what is stored. */
export interface StreamPosition {
  readonly position: string;
  /** How many submissions of its form it has had of the batch at the position; null when it has had them all. */
  readonly sent: number | null;
}

const eventIdPattern = /^(\d{1,20}-\d{1,20})(?:\.(\d{1,3}))?$/;

/** The id of an event: the batch, and which one of the form's submissions in it. */
export function formatEventId(position: string, index: number): string {
  return `${position}.${index}`;
}

/** Reads what a client says it has seen last; null where it is nothing that was ever sent. */
export function parseEventId(eventId: string): StreamPosition | null {
  const [, position, index] = eventIdPattern.exec(eventId) ?? [];
  if (position === undefined) return null;
  return { position, sent: index === undefined ? null : Number(index) + 1 };
}
