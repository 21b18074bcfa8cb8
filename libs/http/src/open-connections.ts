import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface IdleLimits {
  /** How long a connection may wait for its next request. */
  readonly idleMs: number;
  readonly checkingIntervalMs: number;
}

export interface OpenConnections {
  readonly sockets: () => readonly Socket[];
  /** Records the newest response of a connection. */
  readonly note: (socket: Socket, response: ServerResponse) => void;
}

interface Connection {
  /** Undefined before the first response; until then Node's timeout for headers applies. */
  response?: ServerResponse;
  /** Checks since this response ended. */
  idleChecks: number;
}

/**
 * Tracks the connections of a server, and closes those that wait too long for their next request. Node closes silent
 * ones itself, but each line break before a request restarts its timeout.
 */
export function trackConnections(server: Server, { idleMs, checkingIntervalMs }: IdleLimits): OpenConnections {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    connections.set(socket, { idleChecks: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, connection] of connections) {
      if (!connection.response?.writableFinished) continue;
      connection.idleChecks += 1;
      // The first check may come at once, so one more is needed.
      if ((connection.idleChecks - 1) * checkingIntervalMs > idleMs) socket.destroy();
    }
  }, checkingIntervalMs).unref();
  server.once('close', () => clearInterval(timer));
  return {
    sockets: () => [...connections.keys()],
    note: (socket, response) => {
      const connection = connections.get(socket);
      if (!connection) return;
      connection.response = response;
      connection.idleChecks = 0;
    },
  };
}

/**
 * Connections of a process: 9,000 idle ones took 100 to 180 MB of memory, and the smallest process has 384 MB. Further
 * connections are closed at once, and those without a request close within seconds.
 */
const connectionsMax = 8_000;
/** The rest is for databases, other services and files. */
const shareOfFiles = 0.8;

/** The number of connections that a process accepts, below its limit of open files. */
export function mostConnections(limits = readLimits()): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.min(connectionsMax, Math.floor(files * shareOfFiles));
}

/** Linux lists the limit here; Node has already raised its own limit as far as possible. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}
