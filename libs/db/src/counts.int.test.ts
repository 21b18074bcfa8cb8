import { randomUUID } from 'node:crypto';
import { openConnection } from '@inlet/testing/sql';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database.ts';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = openDatabase({ url: server.url, maxConnections: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const read = (sql: string) => database.pool.query(`select ${sql} as count`).then(({ rows }) => rows[0]?.count);

it.each(['0', '-1', '2147483648', '9007199254740991'])('a bigint of %s is read as a number', async (text) => {
  expect(await read(`${text}::bigint`)).toBe(Number(text));
  expect(await read('count(*)')).toBe(1);
});

it('refuses a count that is not a safe integer, and keeps the connection', async () => {
  await expect(read('9007199254740993::bigint')).rejects.toThrow('which is not a safe integer');
  expect(await read('5::bigint')).toBe(5);
});

describe('quota that is taken without Redis', () => {
  const month = '2026-11';

  async function openQuotas() {
    const user = randomUUID();
    const open = async () => {
      const worker = await openConnection(server.workerUrl);
      const take = async (count: number, bytes: number, limit = 10) => {
        const values = [
          [user, user],
          [month, month],
          ['submissions', 'bytes'],
          [count, bytes],
          [limit, 1_000],
        ];
        await worker.query('select take_places($1, $2, $3, $4, $5)', values);
      };
      return { worker, take };
    };
    const first = await open();
    const left = async () => {
      const values = [
        [user, user],
        [month, month],
        ['bytes', 'submissions'],
        [1_000, 10],
      ];
      const { rows } = await first.worker.query('select places_left($1, $2, $3, $4) as room', values);
      return rows[0]?.room.map(Number);
    };
    const row = { userId_period_resource: { userId: user, period: month, resource: 'submissions' } };
    const read = () => database.prisma.quota.findUnique({ where: row });
    return { user, open, ...first, left, read, row };
  }

  it('are those that were not granted, all or none', async () => {
    const { user, take, left, read, row } = await openQuotas();
    await take(4, 100);
    expect(await left()).toEqual([900, 6]);
    await database.prisma.quota.update({ where: row, data: { granted: 3 } });
    await expect(take(4, 100)).rejects.toMatchObject({ code: 'QF001' });
    await expect(take(1, 901)).rejects.toMatchObject({ code: 'QF001' });
    expect(await left()).toEqual([900, 3]);
    await take(3, 0);
    expect(await read()).toMatchObject({ userId: user, granted: 3n, direct: 7n, lease: 0 });
    await expect(take(1, 0)).rejects.toMatchObject({ code: 'QF001' });
  });

  it('are beside what was stored before the quota had a row', async () => {
    const { user, take, left, read } = await openQuotas();
    const stored = { submissionCount: 8, byteCount: 300 };
    await database.prisma.monthlyUsage.create({ data: { userId: user, month: new Date('2026-11-01'), ...stored } });
    expect(await left()).toEqual([700, 2]);
    await expect(take(3, 0)).rejects.toMatchObject({ code: 'QF001' });
    await take(2, 700);
    expect(await read()).toMatchObject({ base: 8n, granted: 8n, direct: 2n });
    expect(await left()).toEqual([0, 0]);
  });

  it('never exceed the limit, however many take them at once', async () => {
    const { open, read } = await openQuotas();
    const others = await Promise.all(Array.from({ length: 12 }, open));
    const taken = await Promise.allSettled(others.map(({ take }, n) => take(1 + (n % 2), 1)));
    const reasons = taken.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(new Set(reasons)).toEqual(new Set(['QF001']));
    expect((await read())?.direct).toBeGreaterThanOrEqual(9n);
    expect((await read())?.direct).toBeLessThanOrEqual(10n);
  });
});
