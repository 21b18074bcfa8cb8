import type { FileLinks } from '@inlet/service/file-links';
import { formatEventId } from '#inbox/live/event-id.ts';
import type { LiveRow } from '#inbox/live/live.store.ts';
import { presentInInbox } from '#inbox/submissions/present-submission.ts';
import { listedState } from '#inbox/submissions/state-row.ts';

/** How long a browser waits before it comes back after the stream has ended. */
const retryMs = 2_000;

/** What a stream begins with. It says nothing yet, but shows every proxy on the way that it is open. */
export const opening = Buffer.from(`retry: ${retryMs}\n\n`);

/** One form's submissions of a batch; those that are not among the rows any more are left out. */
export function formatSubmissions(
  formId: string,
  { position, ids }: { readonly position: string; readonly ids: readonly string[] },
  rows: ReadonlyMap<string, LiveRow>,
  links: FileLinks,
): Buffer {
  const events = ids.map((id, index) => {
    const row = rows.get(id);
    if (row?.formId !== formId) return '';
    const text = presentInInbox(row, listedState(row.state, row.createdAt, row.readBefore), links);
    return `event: submission\nid: ${formatEventId(position, index)}\ndata: ${inLines(text)}\n\n`;
  });
  return Buffer.from(events.join(''));
}

/** Tells a listener to read its first page again, because more was stored than it was told of. */
export function formatReset(position: string): Buffer {
  return Buffer.from(`event: reset\nid: ${position}\ndata: {}\n\n`);
}

/**
 * Says that the stream is alive, and how far it has come: an id without data is no event, but the client comes back
 * with it. So a form that is quiet for hours does not lose its place while others are busy.
 */
export function formatHeartbeat(position: string | null): Buffer {
  return Buffer.from(position === null ? ': still here\n\n' : `: still here\nid: ${position}\n\n`);
}

/** A line break may stand between two words of the stored JSON; the client puts the lines together again. */
function inLines(json: string): string {
  return json.replaceAll(/\r\n|\r|\n/g, '\ndata: ');
}
