import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '@inlet/process/config';
import { isLongBody } from '#long-body.ts';
import { mostConnections, type OpenConnections, trackConnections } from '#open-connections.ts';

export interface ListenOptions {
  /** `::` stands for every address, including IPv4. */
  readonly host: string;
  readonly port: number;
  readonly timeouts?: Partial<Timeouts>;
  /** Further connections are closed at once. */
  readonly maxConnections?: number;
  /**
   * While the server closes: how long a kept connection may still send a request. The response closes the connection.
   */
  readonly handoverMs?: number;
  /** While the server closes: how long running requests may take to finish; then they are cut off. */
  readonly finishMs?: number;
}

/** Timeouts for a client; a request that comes too slowly gets 408. */
export interface Timeouts {
  /** The timeout for the headers. */
  readonly headersTimeoutMs: number;
  /** The timeout for the whole request, unless its body may be long. */
  readonly requestTimeoutMs: number;
  /** The timeout between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** The timeout without a byte in either direction, for example while a client does not read its response. */
  readonly quietTimeoutMs: number;
  /** The interval at which all connections are checked; it limits the accuracy of the other timeouts. */
  readonly checkingIntervalMs: number;
}

export interface HttpServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const defaultTimeouts: Timeouts = {
  // An ordinary client's headers arrive in one packet; a megabyte in 30 s is the pace of the slowest mobile networks.
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Longer than a load balancer keeps an idle connection: the load balancer must close first, or it would send a
  // request to a closed connection.
  keepAliveTimeoutMs: 65_000,
  // Longer than the longest wait elsewhere: the gateway waits 90 s for the response to a long body.
  quietTimeoutMs: 100_000,
  checkingIntervalMs: 2_000,
};
/**
 * For ports with kept connections. A client cannot know that the server is about to close its connection, and a request
 * sent at that moment is lost. So the next response tells each client to close. A busy connection is used within this
 * time.
 */
export const serviceHandoverMs = 1_000;
/**
 * While closing, Node no longer checks for slow clients, so a body that never comes would hold up the process until its
 * deadline of 25 s, and nothing after the server would be closed in order. Together with the handover this leaves 4 s
 * for the rest.
 */
const longestFinishMs = 20_000;
/** While the server closes: the interval at which finished connections are closed. */
const sweepIntervalMs = 50;
/** Bytes of headers; a browser's largest ordinary request stays well below. */
const maxHeaderSize = 16_384;

/** Opens the port; closing it lets running requests finish. */
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
      // Node's own timeout would also cut off long bodies.
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
  // Node would drop headers after the thousandth, such as those that the gateway adds. Their size is limited.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  server.timeout = timeouts.quietTimeoutMs;
  // A request that starts just before the idle timeout gets the full time for its headers.
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
 * Two host names, or a request line without a version, mean something different to other servers on the way (RFC 9112,
 * 2.3 and 3.2). Node itself rejects HTTP/1.1 requests without a host.
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
  /** The number of checks before it started. */
  readonly since: number;
}

/** Ends requests with slow bodies with 408. It counts checks, because reading the clock is more expensive. */
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
      // The body may still be arriving after the response.
      response.once('close', () => request.complete && incomplete.delete(request));
    },
    close: () => clearInterval(timer),
  };
}

/** Resolves after the timeout, or as soon as no connection is open. */
async function handOver(connections: OpenConnections, handoverMs: number): Promise<void> {
  const end = performance.now() + handoverMs;
  while (connections.sockets().length > 0 && performance.now() < end) await pause(sweepIntervalMs);
}

/**
 * Closes every connection without a request: idle ones, new ones without a request (browsers open some in advance), and
 * the others as soon as their response is sent. Node leaves the last two kinds open, and the server would wait for
 * them. Requests that do not finish in time are cut off.
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
    // Without a host Node listens on `::`, or on `0.0.0.0` if the machine has no IPv6, where `::` would fail.
    server.listen(host === '::' ? { port } : { host, port }, resolve);
  });
}
