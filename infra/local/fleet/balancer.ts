import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

const host = '127.0.0.1';

/** Spreads connections over processes as a Service of Kubernetes does: it knows nothing of what they carry. */
export async function startBalancer(port: number) {
  const targets: number[] = [];
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const target = targets.shift();
    if (target === undefined) return void client.resetAndDestroy();
    targets.push(target);
    const upstream = connect({ host, port: target, allowHalfOpen: true, noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      // A broken connection is broken for the other side as well; it must not look like an orderly end.
      socket.once('error', () => other.resetAndDestroy());
      socket.pipe(other);
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    /** New connections go to this port too, in turn. */
    add: (target: number) => void targets.push(target),
    /** No new connection goes there; those that are open stay. */
    remove: (target: number) => void targets.splice(0, targets.length, ...targets.filter((each) => each !== target)),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
