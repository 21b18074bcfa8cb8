import type { BodyStream } from '#fast-request.ts';

/**
 * Of a refused body so much is read, for so long: a client that is still sending would else never see the answer. It is
 * more than any body may have: a client may send its next request behind a body that it has sent whole.
 */
const restBytesMax = 260_000_000;
const restMs = 2_000;

const long = new WeakSet<BodyStream>();

/** The body may take longer than others. Its receiver looks after clients that are too slow. */
export function allowLongBody(request: BodyStream): void {
  long.add(request);
}

export function isLongBody(request: BodyStream): boolean {
  return long.has(request);
}

/**
 * Reads the rest of a long body after its answer, and hangs up where that takes long. A client that still writes when
 * the connection breaks loses an answer that it has not read yet: the gateway would then answer 503 in its place.
 */
export function discardLongBody(request: BodyStream): void {
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
