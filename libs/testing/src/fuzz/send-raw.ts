import { connect } from 'node:net';

export interface RawAnswer {
  /** The status of each response on the connection. */
  readonly statuses: readonly number[];
  readonly text: string;
}

/** An incomplete or invalid request gets no response: after this time our side closes, and then the connection. */
export interface RawTimeout {
  readonly endAfterMs: number;
}

/** Writes raw bytes, one piece per turn of the event loop, and reads until the other side has closed. */
export function sendRaw(url: string, pieces: readonly Buffer[], { endAfterMs }: RawTimeout): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // The server may close the connection while we are still writing; its earlier response counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ statuses, text });
    });
    let timer = setTimeout(() => {
      socket.end();
      timer = setTimeout(() => socket.destroy(), endAfterMs);
    }, endAfterMs);
    const [first = Buffer.alloc(0), ...rest] = pieces;
    socket.setNoDelay(true);
    socket.write(first);
    const write = () => {
      const piece = rest.shift();
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      setImmediate(write);
    };
    socket.once('connect', () => setImmediate(write));
  });
}
