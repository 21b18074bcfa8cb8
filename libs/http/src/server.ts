import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '@inlet/process/config';
import { isLongBody } from '#long-body.ts';
import { mostConnections, type OpenConnections, trackConnections } from '#open-connections.ts';

export interface ListenOptions {
  /** `::` is every address, of IPv4 as well. */
  readonly host: string;
  readonly port: number;
  readonly timeouts?: Partial<Timeouts>;
  /** More connections than these are closed at once. */
  readonly maxConnections?: number;
  /** While it closes: how long a kept connection may still bring a request, which is answered and the connection's last. */
  readonly handoverMs?: number;
  /** While it closes: how long requests under way may take to finish; then they are cut off. */
  readonly finishMs?: number;
}

/** Time limits for a client; one that is too slow with a request gets 408. */
export interface Timeouts {
  /** For the headers. */
  readonly headersTimeoutMs: number;
  /** For the whole request, unless its body is allowed to be long. */
  readonly requestTimeoutMs: number;
  /** Between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** Without a byte in either direction, as while nobody reads a response. */
  readonly quietTimeoutMs: number;
  /** How often all connections are checked, which bounds the accuracy of the others. */
  readonly checkingIntervalMs: number;
}

export interface HttpServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const defaultTimeouts: Timeouts = {
  // An honest client's headers come in one packet; a megabyte in 30 s is the slowest of mobile networks.
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Longer than a load balancer keeps an idle connection: it must be the one that closes, or it meets a closed door.
  keepAliveTimeoutMs: 65_000,
  // Longer than the longest wait elsewhere: the gateway gives the answer to a long body 90 s.
  quietTimeoutMs: 100_000,
  checkingIntervalMs: 2_000,
};
/**
 * For ports with kept connections. A client cannot know that the server is about to close one, and a request
 * that meets the close is lost. So the next answer tells each client to close. A busy connection is used
 * within this time.
 */
export const serviceHandoverMs = 1_000;
/**
 * Node no longer looks for slow clients once it closes, so one whose body never comes would hold up the process until
 * its deadline of 25 s, and nothing after the server would be closed in order. With the handover this leaves 4 s to
 * that.
 */
const longestFinishMs = 20_000;
/** While it closes: how soon a connection ends that has had its answer. */
const sweepIntervalMs = 50;
/** Bytes of headers; a browser's largest honest request stays well below. */
const maxHeaderSize = 16_384;

/** Opens the port; closing it lets the requests under way finish. */
export async function listen(
  handler: RequestListener,
  { host, port, maxConnections = mostConnections(), ...options }: ListenOptions,
): Promise<HttpServer> {
  const { handoverMs = 0, finishMs = longestFinishMs } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const slow = createSlowWatch(timeouts);
  const server = createServer(
    {
      keepAliveTimeout: timeouts.keepAliveTimeoutMs,
      headersTimeout: timeouts.headersTimeoutMs,
      // Node would cut off long bodies as well.
      requestTimeout: 0,
      connectionsCheckingInterval: timeouts.checkingIntervalMs,
      maxHeaderSize,
    },
    (request, response) => {
      slow.note(request, response);
      connections.note(request.socket, response);
      if (hasOneMeaning(request)) handler(request, response);
      else response.writeHead(400, { connection: 'close' }).end();
    },
  );
  // Node would leave out what comes behind the thousandth, such as what the gateway adds. Their size is limited.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  server.timeout = timeouts.quietTimeoutMs;
  // A request that begins in the last moment of an idle connection has its own time.
  const idleMs = timeouts.keepAliveTimeoutMs + timeouts.headersTimeoutMs;
  const connections = trackConnections(server, { ...timeouts, idleMs });
  server.once('close', slow.close);
  await opened(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await handOver(connections, handoverMs);
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        hangUp(server, connections, finishMs);
      });
    },
  };
}

/**
 * Two names for a host, or a request line without a version, mean something else to another server on the way (RFC
 * 9112, 2.3 and 3.2). Node itself refuses a request of HTTP/1.1 without any host.
 */
function hasOneMeaning({ httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1 && httpVersionMajor === 1;
}

interface Incomplete {
  readonly response: ServerResponse;
  /** Checks that were over when it began. */
  readonly since: number;
}

/** Ends requests whose bodies come too slowly with 408. It counts checks, because reading the clock costs more. */
function createSlowWatch({ requestTimeoutMs, checkingIntervalMs }: Timeouts) {
  const checksMax = Math.ceil(requestTimeoutMs / checkingIntervalMs);
  const incomplete = new Map<IncomingMessage, Incomplete>();
  let checks = 0;
  const check = () => {
    checks += 1;
    for (const [request, { response, since }] of incomplete) {
      const { socket } = request;
      if (request.complete || socket.destroyed) incomplete.delete(request);
      else if (checks - since > checksMax && !isLongBody(request)) {
        if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
        socket.destroy();
      }
    }
  };
  const timer = setInterval(check, checkingIntervalMs).unref();
  return {
    note: (request: IncomingMessage, response: ServerResponse) => {
      incomplete.set(request, { response, since: checks });
      // A body may still be on its way after the response.
      response.once('close', () => request.complete && incomplete.delete(request));
    },
    close: () => clearInterval(timer),
  };
}

/** Resolves at the end of the time, or as soon as no connection is open. */
async function handOver(connections: OpenConnections, handoverMs: number): Promise<void> {
  const end = performance.now() + handoverMs;
  while (connections.sockets().length > 0 && performance.now() < end) await pause(sweepIntervalMs);
}

/**
 * Closes every connection without a request: idle ones, those that have not sent anything yet (browsers open
 * some in advance), and the others as soon as they have their answer. Node leaves the last two kinds open, and
 * the server would wait for them. Requests that do not finish in time are cut off.
 */
function hangUp(server: Server, connections: OpenConnections, finishMs: number): void {
  for (const socket of connections.sockets()) if (socket.bytesRead === 0) socket.destroy();
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), sweepIntervalMs);
  const cut = setTimeout(() => {
    for (const socket of connections.sockets()) socket.destroy();
  }, finishMs);
  server.once('close', () => {
    clearInterval(sweep);
    clearTimeout(cut);
  });
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(inUse ? new ConfigError(`Port ${port} is already in use by another process`) : error);
    });
    // Left to itself Node takes `::` too, and `0.0.0.0` on a machine without IPv6, where `::` would fail.
    server.listen(host === '::' ? { port } : { host, port }, resolve);
  });
}
