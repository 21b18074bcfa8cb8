import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { poolId } from '#config.ts';

/**
 * Below the ports that the kernel assigns to outgoing connections: a connection must not take a server's port before
 * the server starts or restarts. Each concurrent test process has a separate slice.
 */
const firstPort = 12_000;
const sliceSize = 1_000;
const slices = 20;
const slice = poolId() % slices;

let next = randomInt(sliceSize);

/** Returns a loopback TCP port that is free at the moment. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Returns several such ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries === sliceSize) throw new Error(`Fewer than ${count} TCP ports are free`);
    next = (next + 1) % sliceSize;
    const port = firstPort + slice * sliceSize + next;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  if (!(await listens(server, port))) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
}
