import { freePort } from '@inlet/local-servers/free-port';
import { createTestDatabase } from '@inlet/testing/test-database';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Database, openDatabase } from '#database.ts';
import { isDatabaseAway } from '#faults.ts';

async function open(maxConnections: number, address?: string, statementTimeoutMs = 100): Promise<Database> {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const database = openDatabase({
    url: address ?? url,
    maxConnections,
    applicationName: 'test',
    statementTimeoutMs,
  });
  onTestFinished(database.close);
  return database;
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('a transaction without a free connection', () => {
  async function waitFor(ms: number) {
    const { pool, prisma } = await open(1);
    const held = await pool.connect();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const counted = prisma.$transaction((tx) => tx.user.count()).catch((error: unknown) => error);
    while (pool.waitingCount === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(ms);
    // The transaction would give up now.
    await new Promise(setImmediate);
    held.release();
    return counted;
  }

  it('waits as long as a statement', async () => {
    expect(await waitFor(4_900)).toBe(0);
  });

  it('then reports that the database is away', async () => {
    expect(isDatabaseAway(await waitFor(5_100))).toBe(true);
  });
});

describe('errors of Prisma', () => {
  it('of a pool without a free connection is that the database is away', async () => {
    const { pool, prisma } = await open(1);
    const held = await pool.connect();
    const error = await failureOf(prisma.$transaction((tx) => tx.user.count(), { maxWait: 50 }));
    held.release();
    expect(error).toMatchObject({ code: 'P2028' });
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('of a statement that took too long is that the database is away', async () => {
    const { pool, prisma } = await open(4);
    const holder = await pool.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const errors = await Promise.all([
      failureOf(prisma.user.count()),
      failureOf(prisma.$queryRaw`select from users`),
      failureOf(prisma.$transaction((tx) => tx.user.findMany())),
    ]);
    holder.release(true);
    expect(errors.map(isDatabaseAway)).toEqual([true, true, true]);
  });

  it('of a server that is not there is that the database is away', async () => {
    const { prisma } = await open(1, `postgresql://inlet@127.0.0.1:${await freePort()}/inlet`);
    const errors = await Promise.all([failureOf(prisma.user.count()), failureOf(prisma.$queryRaw`select 1`)]);
    expect(errors.map(isDatabaseAway)).toEqual([true, true]);
  });

  it('of a wrong statement is not', async () => {
    const { prisma } = await open(1, undefined, 60_000);
    const errors = await Promise.all([
      failureOf(prisma.$queryRaw`select from nothing`),
      failureOf(prisma.user.findUniqueOrThrow({ where: { id: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e' } })),
    ]);
    expect(errors.map(isDatabaseAway)).toEqual([false, false]);
  });
});
