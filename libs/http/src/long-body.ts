import type { IncomingMessage } from 'node:http';

/**
 * How much of a refused body is read, and for how long, before the socket closes. Otherwise a client that is still
 * sending would never see the response. It is more than any body may have, because a client may send its next request
 * behind a complete body.
 */
const restBytesMax = 260_000_000;
const restMs = 2_000;

const long = new WeakSet<IncomingMessage>();

/** Allows the body to take longer than others. The code that reads it must handle slow clients. */
export function allowLongBody(request: IncomingMessage): void {
  long.add(request);
}

export function isLongBody(request: IncomingMessage): boolean {
  return long.has(request);
}

/**
 * Reads the rest of a long body after the response, and closes the connection if that takes too long. If the connection
 * breaks while a client is writing, the client loses an unread response: the gateway would then return 503 instead.
 */
export function discardLongBody(request: IncomingMessage): void {
  if (request.complete || !isLongBody(request)) return;
  let bytes = 0;
  const hangUp = () => request.socket.destroy();
  const timer = setTimeout(hangUp, restMs);
  const over = () => clearTimeout(timer);
  request
    .on('error', () => undefined)
    .on('end', over)
    .on('close', over);
  request.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > restBytesMax) request.pause();
  });
  request.resume();
}
