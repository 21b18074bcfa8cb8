import type { Lifecycle } from '@inlet/service/lifecycle';
import { Client, type Dispatcher, Pool } from 'undici';

/**
 * Longest idle time of a service; an event stream sends heartbeats more often. Idle connections are closed
 * after the same time, some seconds before the service would close them, so that none is used while it closes.
 */
export const idleTimeoutMs = 60_000;

/**
 * Visitors share them where there are more: a read of a busy connection then brings several requests or answers. Each
 * connection answers in order, so a slow answer can hold up one visitor in so many.
 */
const connectionsMax = 32;
const connectTimeoutMs = 5_000;

export interface Connection {
  readonly client: Dispatcher;
  /** Requests without an answer. Its user counts them. */
  underWay: number;
}

export interface Connections {
  /** The shared connection with the fewest requests under way. */
  readonly shared: () => Connection;
  /** As many connections as it takes, each with one request at a time: for requests that ingest may take long for. */
  readonly alone: Connection;
}

/** Connections to a service, which open as they are needed. */
export function createConnections(baseUrl: string, { onClose }: Pick<Lifecycle, 'onClose'>): Connections {
  const { origin } = new URL(baseUrl);
  const timeouts = {
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: idleTimeoutMs,
    connectTimeout: connectTimeoutMs,
  };
  const shared: Connection[] = Array.from({ length: connectionsMax }, () => ({
    client: new Client(origin, { ...timeouts, pipelining: Number.MAX_SAFE_INTEGER }),
    underWay: 0,
  }));
  const alone = { client: new Pool(origin, timeouts), underWay: 0 };
  onClose('disconnect', `shared connections to ${baseUrl}`, async () => {
    await Promise.all([alone, ...shared].map(({ client }) => client.destroy()));
  });

  return {
    alone,
    shared: () => shared.reduce((best, each) => (each.underWay < best.underWay ? each : best)),
  };
}
