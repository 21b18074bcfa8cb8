import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { countsAsNumbers } from '#counts.ts';
import { PrismaClient } from '#generated/client.ts';
import { openPool, type PoolObservers } from '#observed-pool.ts';

export interface DatabaseOptions extends PoolObservers {
  readonly url: string;
  /** Connections that this process may hold at once; their sum over all processes stays below the server's limit. */
  readonly maxConnections: number;
  /** Shown by the database beside each connection, so that an operator sees whose it is. */
  readonly applicationName: string;
  /** Longest time of a statement that has no limit of its own; without it there is none. */
  readonly statementTimeoutMs?: number;
}

/** One pool, two ways to use it: Prisma for records, plain SQL where a statement must be exactly ours. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /** Fails when the database does not answer in time. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const connectTimeoutMs = 5_000;
const pingTimeoutMs = 1_000;
/**
 * Silence after which the other end is asked whether it is still there. A server that vanished with its machine says
 * nothing; ten seconds after the question its connections are given up, and not after the hours of the system's default.
 */
const silenceMs = 10_000;

/** Opens the database lazily: the first query connects, so a process can start while the database is away. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, maxConnections, applicationName, statementTimeoutMs, ...observers } = options;
  const settings = {
    connectionString: url,
    types: countsAsNumbers,
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: silenceMs,
    // By a statement, for a pooler in front refuses a session that begins with settings which it does not know.
    ...(statementTimeoutMs !== undefined && {
      onConnect: async (client: pg.ClientBase) => {
        await client.query(`set statement_timeout = ${statementTimeoutMs}`);
      },
    }),
  };
  const pool = openPool(settings, observers);
  // An idle connection that the server closes is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that breaks while somebody holds it fails their next statement; it has no listener of the pool's meanwhile.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    pool,
    ping: () => ping(pool),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function ping(pool: pg.Pool): Promise<void> {
  const timeout = AbortSignal.timeout(pingTimeoutMs);
  const tooLate = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('PostgreSQL did not answer in time')));
  });
  await Promise.race([pool.query('select 1'), tooLate]);
}
