import { connect, type Socket } from 'node:net';

export interface SlowClient {
  /** The status that it was answered with, and after how long; null where the connection ended without one. */
  readonly answer: Promise<{ readonly status: number; readonly afterMs: number } | null>;
  readonly hangUp: () => void;
}

interface Habit {
  /** Bytes that it sends at once. */
  readonly begins: string;
  /** Bytes that it sends each second from then on. */
  readonly goesOn?: string;
  /** False for one that reads no answer. */
  readonly reads?: boolean;
}

const pauseMs = 1_000;

/** Somebody who has opened a connection and takes all the time in the world. */
export function openSlowClient(url: string, { begins, goesOn, reads = true }: Habit): SlowClient {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const startMs = performance.now();
  socket.on('error', () => undefined);
  socket.once('connect', () => socket.write(begins));
  const timer = setInterval(() => goesOn !== undefined && socket.writable && socket.write(goesOn), pauseMs);
  socket.once('close', () => clearInterval(timer));
  if (!reads) socket.pause();
  return { answer: reads ? firstStatus(socket, startMs) : Promise.resolve(null), hangUp: () => socket.destroy() };
}

function firstStatus(socket: Socket, startMs: number): SlowClient['answer'] {
  return new Promise((resolve) => {
    socket.once('data', (chunk) => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString())?.[1]);
      resolve({ status, afterMs: performance.now() - startMs });
    });
    socket.once('close', () => resolve(null));
  });
}
