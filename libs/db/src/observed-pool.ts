import { AsyncResource } from 'node:async_hooks';
import { defineGauge, defineHistogram, type Metrics } from '@inlet/observe/metrics';
import type { Tracing } from '@inlet/observe/tracing';
import pg from 'pg';
import { tracedClient } from '#traced-client.ts';

export interface PoolObservers {
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
}

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** The range starts at an idle connection and reaches a wait at which the pool gives up. */
const waitBucketsSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5];

/** Creates a pool that measures the wait for a connection and traces statements. */
export function createObservedPool(
  config: pg.PoolConfig & { readonly Client: typeof pg.Client },
  { metrics, tracing }: PoolObservers,
): pg.Pool {
  const noteWait = metrics && measureWaits(metrics);
  const pool = new ObservedPool(tracing ? { ...config, Client: tracedClient(tracing, config.Client) } : config);
  pool.observe(noteWait, tracing !== undefined);
  if (metrics) measurePool(pool, metrics);
  return pool;
}

class ObservedPool extends pg.Pool {
  #noteWait: (seconds: number) => void = () => undefined;
  #isTraced = false;

  observe(noteWait: ((seconds: number) => void) | undefined, isTraced: boolean): void {
    this.#noteWait = noteWait ?? this.#noteWait;
    this.#isTraced = isTraced;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    const startMs = performance.now();
    const measure = () => this.#noteWait((performance.now() - startMs) / 1_000);
    if (!taken) return super.connect().finally(measure);
    const handOver: Taken = (error, client, done) => {
      measure();
      taken(error, client, done);
    };
    // The connection is handed over by the caller that releases it, whose trace is not the trace of the waiting caller.
    super.connect(this.#isTraced ? AsyncResource.bind(handOver) : handOver);
    return undefined;
  }
}

function measureWaits(metrics: Metrics): (seconds: number) => void {
  const name = 'inlet_database_pool_wait_seconds';
  const waits = defineHistogram(metrics, name, 'Time until a connection of the pool was available', waitBucketsSeconds);
  return (seconds) => waits.observe(seconds);
}

function measurePool(pool: pg.Pool, metrics: Metrics): void {
  const define = (name: string, help: string, read: () => number) =>
    defineGauge(metrics, `inlet_database_pool_${name}`, help, read);
  define('connections', 'Connections to the database that are open', () => pool.totalCount);
  define('busy_connections', 'Connections to the database that are in use', () => pool.totalCount - pool.idleCount);
  define('max_connections', 'Connections to the database that this process may open', () => pool.options.max);
  define('waiting', 'Statements that wait for a connection', () => pool.waitingCount);
}
