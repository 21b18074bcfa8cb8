import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface SeverableProxy {
  readonly port: number;
  /** Closes every connection and refuses new ones, like a server that is down. */
  readonly sever: () => Promise<void>;
  /** Accepts connections again on the same port. */
  readonly mend: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A proxy to a server that a test can make unavailable. */
export async function openSeverableProxy(host: string, port: number): Promise<SeverableProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host, port });
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await opened(server, 0);
  const { port: ownPort } = server.address() as AddressInfo;

  const sever = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: ownPort, sever, mend: () => opened(server, ownPort), close: sever };
}

function opened(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
