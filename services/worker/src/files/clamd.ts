import { connect } from 'node:net';
import type { Readable } from 'node:stream';

/** A scanner sometimes reloads its signatures for some seconds. */
const silenceMs = 60_000;
/** The response is one line. */
const answerMax = 1_000;

/** Sends bytes to clamd and returns whether it has found something. Throws where it cannot say. */
export async function scanBytes(url: string, bytes: Readable): Promise<'clean' | 'infected'> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) || 3310 });
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The scanner timed out')));
  let answer = '';
  let failure: Error | undefined;
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => {
      answer = (answer + text).slice(0, answerMax);
    })
    .on('error', (error) => {
      failure = error;
    });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const drained = () => new Promise<void>((resolve) => socket.once('drain', () => resolve()));
  try {
    socket.write('zINSTREAM\0');
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      // It refuses a stream that is too long, and closes the connection.
      if (socket.destroyed || socket.readableEnded) break;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      if (!socket.write(chunk)) await Promise.race([drained(), ended]);
    }
    if (!socket.destroyed) socket.write(Buffer.alloc(4));
    await ended;
  } finally {
    socket.destroy();
    bytes.destroy();
  }
  if (answer.startsWith('stream: OK')) return 'clean';
  if (/^stream: .* FOUND/.test(answer)) return 'infected';
  if (answer) throw new Error(`The scanner returned: ${answer}`);
  throw new Error('The scanner closed the connection, as it does for a file above its StreamMaxLength', {
    cause: failure,
  });
}
