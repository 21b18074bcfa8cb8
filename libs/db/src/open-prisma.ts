import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '#generated/client.ts';
import { connectTimeoutMs } from '#open-pool.ts';

/**
 * Opens Prisma on a pool; the caller ends the pool. A transaction waits as long for a connection as a statement does.
 */
export function openPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: { maxWait: connectTimeoutMs } });
}
