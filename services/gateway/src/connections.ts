import type { Lifecycle } from '@inlet/service/lifecycle';
import { IngestConnection } from '#ingest-connection.ts';

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
const checkingIntervalMs = 2_500;

export interface Connections {
  /** The shared connection with the fewest requests under way. */
  readonly shared: () => IngestConnection;
  /** One with no other request under way: for requests that ingest may take long for. */
  readonly alone: () => IngestConnection;
}

/** Connections to ingest, which open as they are needed. */
export function createConnections(baseUrl: string, { onClose }: Pick<Lifecycle, 'onClose'>): Connections {
  const { hostname, port } = new URL(baseUrl);
  // An address of IPv6 is in brackets there.
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
  const patience = {
    connectChecks: connectTimeoutMs / checkingIntervalMs,
    quietChecks: idleTimeoutMs / checkingIntervalMs,
  };
  const open = () => new IngestConnection(address, patience);
  const shared = Array.from({ length: connectionsMax }, open);
  let alone: IngestConnection[] = [];
  const timer = setInterval(() => {
    for (const connection of [...shared, ...alone]) connection.check();
    alone = alone.filter(({ isOpen }) => isOpen);
  }, checkingIntervalMs).unref();
  onClose('disconnect', `connections for submissions to ${baseUrl}`, () => {
    clearInterval(timer);
    for (const connection of [...shared, ...alone]) connection.close();
  });

  return {
    shared: () => shared.reduce((best, each) => (each.underWay < best.underWay ? each : best)),
    alone: () => {
      const idle = alone.find(({ underWay }) => underWay === 0);
      if (idle) return idle;
      const added = open();
      alone.push(added);
      return added;
    },
  };
}
