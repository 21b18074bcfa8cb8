import type pg from 'pg';
import type { PrismaClient } from '#generated/client.ts';
import { openPool, type PoolOptions, pingPool } from '#open-pool.ts';
import { openPrisma } from '#open-prisma.ts';

/** One pool, two ways to use it: Prisma for records, plain SQL where a statement must be exactly ours. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /** Rejects if the database does not respond in time. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a pool and Prisma on it. */
export function openDatabase(options: PoolOptions): Database {
  const pool = openPool(options);
  const prisma = openPrisma(pool);
  return {
    prisma,
    pool,
    ping: () => pingPool(pool),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
