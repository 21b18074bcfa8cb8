import { randomUUID } from 'node:crypto';
import { changeDaysMax } from '@inlet/contracts/changes';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';

let testDatabase: TestDatabase;
let database: Database;
/** A connection with a worker's rights. */
let worker: Database;
const logger = createLogger({ service: 'test', level: 'silent' });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 2, applicationName: 'test' });
  worker = openDatabase({ url: testDatabase.workerUrl, maxConnections: 2, applicationName: 'worker' });
});
afterAll(async () => {
  await Promise.all([database.close(), worker.close()]);
  await testDatabase.close();
});

/** Records changes of an account, `old` expired ones first. */
async function record(userId: string, old: number, young: number): Promise<void> {
  await database.pool.query(
    `insert into changes select $1, n, 'created', array[gen_random_uuid()], array[gen_random_uuid()],
       now() - make_interval(days => case when n <= $2 then $4::int + 1 else $4 - 1 end)
     from generate_series(1, $2::int + $3::int) as n`,
    [userId, old, young, changeDaysMax],
  );
  await database.prisma.changeHead.create({ data: { userId, position: old + young } });
}
const countOf = (userId: string) => database.prisma.change.count({ where: { userId } });

it('removes changes that are too old, and keeps the others and the position', async () => {
  const { id } = await buildUser(database.prisma);
  await record(id, 2_500, 7);
  for (let n = 0; n < 2; n += 1)
    onTestFinished(startBackgroundWork({ row: backgroundWork.changeAges }, { pool: worker.pool, logger }).close);
  await waitUntil(async () => (await countOf(id)) === 7, { what: 'the old changes to go' });
  expect(await database.prisma.changeHead.findUnique({ where: { userId: id } })).toMatchObject({ position: 2_507n });
});

it('removes everything of an account that was deleted', async () => {
  const [gone, { id }] = [randomUUID(), await buildUser(database.prisma)];
  await record(gone, 0, 2_001);
  await record(id, 0, 1);
  onTestFinished(startBackgroundWork({ row: backgroundWork.changeAges }, { pool: worker.pool, logger }).close);
  await waitUntil(async () => (await database.prisma.changeHead.count({ where: { userId: gone } })) === 0);
  expect([await countOf(gone), await countOf(id)]).toEqual([0, 1]);
});
