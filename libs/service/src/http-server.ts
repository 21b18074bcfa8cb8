import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '#config.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

export interface HttpServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Longer than a load balancer keeps an idle connection: it must be the one that closes, or it meets a closed door. */
const keepAliveTimeoutMs = 65_000;
/** A client has this long for its headers, and for the whole request; slower ones are turned away with 408. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const checkingIntervalMs = 2_000;
/** Bytes of headers; a browser's largest honest request stays well below. */
const maxHeaderSize = 16_384;

/** Opens the port; closing it lets the requests under way finish. */
export async function listen(handler: RequestListener, { host, port }: ListenOptions): Promise<HttpServer> {
  const server = createServer(
    {
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkingIntervalMs,
      maxHeaderSize,
    },
    handler,
  );
  await opened(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeIdleConnections();
      }),
  };
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(inUse ? new ConfigError(`Port ${port} is already in use by another process`) : error);
    });
    server.listen({ host, port }, resolve);
  });
}
