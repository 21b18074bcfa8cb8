/** How soon a client reconnects when its stream has ended. */
const retryMs = 2_000;

/** The start of a stream. It contains no event, but shows every proxy on the way that the stream is open. */
export const opening = Buffer.from(`retry: ${retryMs}\n\n`);

/** Keeps the stream alive. */
export const heartbeat = Buffer.from(': still here\n\n');

/** Reports that a form has, or may have, other submissions than before. */
export function formatChanged(formId: string, total: number): Buffer {
  return Buffer.from(`event: changed\ndata: ${JSON.stringify({ formId, total })}\n\n`);
}
