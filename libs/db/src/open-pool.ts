import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import { databaseAddresses } from '@inlet/process/database-url';
import pg from 'pg';
import { countsAsNumbers } from '#counts.ts';
import { primaryClient } from '#find-primary.ts';
import { createObservedPool, type PoolObservers } from '#observed-pool.ts';

export interface PoolOptions extends PoolObservers {
  readonly url: string;
  /** Connections that this process may hold at once; their sum over all processes stays below the server's limit. */
  readonly maxConnections: number;
  /** Shown by the database beside each connection, so that an operator sees whose it is. */
  readonly applicationName: string;
  /** Longest time of a statement that has no limit of its own; without it there is none. */
  readonly statementTimeoutMs?: number;
}

export const connectTimeoutMs = 5_000;
const pingTimeoutMs = 1_000;
/**
 * An idle connection is probed after this time. A server that vanished with its machine says nothing; ten seconds after
 * the probe its connections are given up, and not after the hours of the system's default.
 */
const keepAliveDelayMs = 10_000;

/** Opens a pool lazily: the first query connects, so a process can start while the database is away. */
export function openPool({
  url,
  maxConnections,
  applicationName,
  statementTimeoutMs,
  ...observers
}: PoolOptions): pg.Pool {
  const [first, ...others] = databaseAddresses(url);
  const settings = {
    // Each connection looks for its host itself when there are several.
    connectionString: first,
    Client: others.length === 0 ? pg.Client : primaryClient(url),
    types: countsAsNumbers,
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    // By a statement, for a pooler in front refuses a session that begins with settings which it does not know.
    ...(statementTimeoutMs !== undefined && {
      onConnect: async (client: pg.ClientBase) => {
        await client.query(`set statement_timeout = ${statementTimeoutMs}`);
      },
    }),
  };
  const pool = createObservedPool(settings, observers);
  // The pool replaces an idle connection that the server closes; without a listener it would end the process.
  pool.on('error', () => undefined);
  // A connection that breaks while it is in use fails its next statement; the pool's listener is not on it meanwhile.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Fails when the database does not answer in time, or takes no writes, as a replica does. */
export async function pingPool(pool: pg.Pool): Promise<void> {
  const timeout = AbortSignal.timeout(pingTimeoutMs);
  const tooLate = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('PostgreSQL did not answer in time')));
  });
  if (!(await Promise.race([isWritable(pool), tooLate])))
    throw new Error('PostgreSQL takes no writes, as a replica does');
}

/** Measures whether the database takes writes. */
export function measureWritable(metrics: Metrics, pool: pg.Pool): void {
  const help = 'Whether PostgreSQL takes writes; unknown while it does not answer';
  defineLookup(metrics, 'inlet_database_writable', help, async () => Number(await isWritable(pool)));
}

async function isWritable(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query(`select current_setting('transaction_read_only') = 'off' as "isWritable"`);
    // The next connection may reach the new primary.
    client.release(!rows[0].isWritable);
    return rows[0].isWritable;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
