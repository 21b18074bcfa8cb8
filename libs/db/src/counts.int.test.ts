import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('one that no number holds exactly is refused, and the connection goes on', async () => {
  await expect(read('9007199254740993::bigint')).rejects.toThrow('which no number holds');
  expect(await read('5::bigint')).toBe(5);
});
