import type { IncomingMessage } from 'node:http';

/**
 * How much of a refused body is read, and for how long, before the socket closes. A client that is still sending would
 * otherwise never see the answer. It is more than any body may have: a client may send its next request behind a body
 * that it has sent whole.
 */
const restBytesMax = 260_000_000;
const restMs = 2_000;

const long = new WeakSet<IncomingMessage>();

/** The body may take longer than others. Its receiver looks after clients that are too slow. */
export function allowLongBody(request: IncomingMessage): void {
  long.add(request);
}

export function isLongBody(request: IncomingMessage): boolean {
  return long.has(request);
}

/**
 * Reads the rest of a long body after its answer, and hangs up where that takes long. A client that still writes when
 * the connection breaks loses an answer that it has not read yet: the gateway would then answer 503 in its place.
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
