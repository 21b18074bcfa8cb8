import { changeDatabaseUrl } from '@inlet/db/change-database-url';
import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { rehearseRestore } from '@inlet/ops/backup/rehearse-restore';
import { lookAtPostgres } from '@inlet/ops/doctor/look-at-postgres';
import { expect, it } from 'vitest';
import { startReplicatedPostgres } from '#faults/standby.test-setup.ts';
import { hotPath } from '#house/house.test-setup.ts';
import { startLoad, tryLater } from '#house/load.test-setup.ts';
import { backUp } from '#house/stores.test-setup.ts';

const movedWithinMs = 60_000;

it('follows the primary among several hosts, and loses nothing', { timeout: 300_000 }, async () => {
  const { bothUrl, failOver } = await startReplicatedPostgres();
  const databaseUrl = `${bothUrl}?target_session_attrs=read-write`;
  const fleets = await startFleets(1, { databaseUrl, services: hotPath });
  const { urls, redisUrl } = fleets;
  const accountSays = async (metric: RegExp) => metric.test(await (await fetch(`${urls.account}/metrics`)).text());
  const untilAccountSays = (metric: RegExp) =>
    waitUntil(() => accountSays(metric), { timeoutMs: movedWithinMs, what: String(metric) });
  const { untilMore, judge } = await startLoad(fleets, '23 several hosts of PostgreSQL');
  await untilMore();
  expect(await accountSays(/^inlet_database_writable{.*} 1$/m)).toBe(true);
  await failOver(async () => {
    // The standby answers, and takes no writes.
    await untilAccountSays(/^inlet_dependency_up{dependency="database".*} 0$/m);
    expect((await fetch(`${urls.account}/readyz`)).status).toBe(503);
    expect(await lookAtPostgres(databaseUrl, { keys: undefined, isSold: true, lanes: 1 })).toMatchObject([
      { level: 'fault', says: expect.stringContaining('PostgreSQL takes no writes, as a replica does; ') },
    ]);
    await untilMore();
  });
  await untilAccountSays(/^inlet_dependency_up{dependency="database".*} 1$/m);
  await untilAccountSays(/^inlet_database_writable{.*} 1$/m);
  await untilMore();
  await judge(tryLater);

  expect(await migrate(databaseUrl)).toEqual([]);
  const { path, written } = await backUp({ databaseUrl, redisUrl, redisPrefix: 'inlet', redisLanes: 1 });
  expect(await rehearseRestore(databaseUrl, path)).toMatchObject({ jobs: 0 });
  expect(written.submissions).toBeGreaterThan(0);
  const wrong = changeDatabaseUrl(databaseUrl, { password: 'wrong' });
  await expect(migrate(wrong)).rejects.toMatchObject({ code: '28P01' });
});
