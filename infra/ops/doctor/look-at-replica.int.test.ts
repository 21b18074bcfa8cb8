import { changeDatabaseUrl } from '@inlet/db/change-database-url';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startOwnPostgresPair } from '@inlet/testing/own-postgres-pair';
import { expect, it } from 'vitest';
import { lookAtReplica } from '#doctor/look-at-replica.ts';

it('says whether reads may use the replica', { timeout: 180_000 }, async () => {
  const { primary, replica, addReplica } = await startOwnPostgresPair();
  const look = async (url = replica.account, primaryUrl = primary.url) =>
    (await lookAtReplica(url, primaryUrl)).map(({ level, says }) => `${level}: ${says}`);
  expect(await look()).toEqual([
    'warning: The replica of PostgreSQL cancels reads for its replay (hot_standby_feedback off)',
  ]);
  await replica.ask('alter system set hot_standby_feedback = on');
  await replica.ask('select pg_reload_conf()');
  const fine = 'fine: The replica of PostgreSQL follows the primary, and is 0 MB behind';
  await waitUntil(async () => (await look())[0] === fine);

  await replica.pauseReplay();
  await primary.admin.query(`create table much as select repeat('x', 1000) as text from generate_series(1, 20_000)`);
  expect(await look()).toEqual([
    expect.stringMatching(/^warning: The replica of PostgreSQL is \d\d MB behind: the primary serves its reads$/),
  ]);
  await replica.resumeReplay();

  const elsewhere = 'fault: REPLICA_DATABASE_URL does not lead to a replica of the database of DATABASE_URL';
  expect(await look(changeDatabaseUrl(replica.account, { pathname: '/postgres' }))).toEqual([elsewhere]);
  const noReplica = 'fault: REPLICA_DATABASE_URL leads to a PostgreSQL that is no replica, or was promoted';
  expect(await look(primary.account)).toEqual([noReplica]);
  expect(await look('postgresql://127.0.0.1:1/inlet')).toEqual([
    expect.stringMatching(/^fault: The replica of PostgreSQL does not answer: /),
  ]);
  expect(await look(replica.account, 'postgresql://127.0.0.1:1/inlet')).toEqual([]);

  const other = await addReplica('other');
  await replica.ask('select pg_promote()');
  expect(await look(other.account, replica.url)).toEqual([
    'fault: The replica of PostgreSQL follows timeline 1, and the primary is at 2',
  ]);
  await primary.admin.query('revoke select on submissions from inlet_account');
  const mayNot = 'fault: The role in REPLICA_DATABASE_URL may not read submissions';
  await waitUntil(async () => (await look(other.account)).includes(mayNot));
});
