/** How soon a client comes back when its stream has ended. */
const retryMs = 2_000;

/** What a stream begins with. It says nothing yet, but shows every proxy on the way that it is open. */
export const opening = Buffer.from(`retry: ${retryMs}\n\n`);

/** Says that the stream is alive. */
export const heartbeat = Buffer.from(': still here\n\n');

/** Says that something came to a form, or may have come. */
export function formatChanged(formId: string, total: number): Buffer {
  return Buffer.from(`event: changed\ndata: ${JSON.stringify({ formId, total })}\n\n`);
}
