import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import { ConfigError } from '@inlet/process/config';
import { databaseAddresses } from '@inlet/process/database-url';
import pg from 'pg';
import { countsAsNumbers } from '#counts.ts';
import { primaryClient } from '#find-primary.ts';
import { createObservedPool, type PoolObservers } from '#observed-pool.ts';
import { refuseLostStatements, unnamedClient } from '#pooler.ts';

export interface PoolOptions extends PoolObservers {
  readonly url: string;
  /** Connections that this process may hold at once; their sum over all processes stays below the server's limit. */
  readonly maxConnections: number;
  /** Shown by the database beside each connection, so that an operator sees whose it is. */
  readonly applicationName: string;
  /** Longest time of a statement that has no limit of its own; without it there is none. */
  readonly statementTimeoutMs?: number;
  /**
   * `on`: statements are prepared, and a pooler that loses them is refused. `off`: no statement is prepared. Without it
   * nobody looks for a pooler.
   */
  readonly prepared?: 'on' | 'off';
  /** The setting with the address, for an error about it. */
  readonly setting?: string;
  /** Longest wait for a connection. */
  readonly connectTimeoutMs?: number;
  /** Longest wait for the answer to a statement, for a server that hangs; without it there is none. */
  readonly queryTimeoutMs?: number;
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
  prepared,
  setting = 'DATABASE_URL',
  connectTimeoutMs: waitMs = connectTimeoutMs,
  queryTimeoutMs,
  ...observers
}: PoolOptions): pg.Pool {
  const [first, ...others] = databaseAddresses(url);
  // Each connection looks for its host itself when there are several.
  const Client = others.length === 0 ? pg.Client : primaryClient(url);
  const connection = {
    connectionString: first,
    connectionTimeoutMillis: waitMs,
    application_name: applicationName,
  };
  const probe = { ...connection, query_timeout: waitMs };
  const lookForPooler = shareCalls(() => refuseLostStatements(() => new Client(probe), setting));
  const settings = {
    ...connection,
    Client: prepared === 'off' ? unnamedClient(Client) : Client,
    types: countsAsNumbers,
    max: maxConnections,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    onConnect: async (client: pg.ClientBase) => {
      if (prepared === 'on') await lookForPooler();
      // By a statement, for a pooler in front refuses a session that begins with settings which it does not know.
      if (statementTimeoutMs !== undefined) await client.query(`set statement_timeout = ${statementTimeoutMs}`);
    },
  };
  const pool = createObservedPool(settings, observers);
  // The pool replaces an idle connection that the server closes; without a listener it would end the process.
  pool.on('error', () => undefined);
  // A connection that breaks while it is in use fails its next statement; the pool's listener is not on it meanwhile.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Calls that begin during one share its result, and so do all after one that has succeeded. */
function shareCalls(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= call().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** Fails behind a pooler that Inlet cannot work with. It passes while the database is away: each connection looks again. */
export async function refusePooler(pool: pg.Pool): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
  }
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
