import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

const host = '127.0.0.1';

/** Distributes connections over processes like a Service of Kubernetes, without looking at their content. */
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
      // A broken connection must also break on the other side; it must not look like an orderly end.
      socket.once('error', () => other.resetAndDestroy());
      socket.pipe(other);
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    /** New connections go to this port as well, in rotation. */
    add: (target: number) => void targets.push(target),
    /** New connections no longer go to this port; open ones stay. */
    remove: (target: number) => void targets.splice(0, targets.length, ...targets.filter((each) => each !== target)),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
