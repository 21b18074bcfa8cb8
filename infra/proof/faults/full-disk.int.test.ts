import { join } from 'node:path';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it } from 'vitest';
import { nothing, startLoad, untilPath } from '#faults/load.test-setup.ts';
import { isFullRun } from '#faults/run-settings.ts';
import { mountSmallDisk } from '#faults/small-disk.test-setup.ts';
import { startStores } from '#faults/stores.test-setup.ts';

const testTimeoutMs = 240_000;
/** Room for some thousand submissions. */
const leftBytes = 2_000_000;

it.runIf(isFullRun)(
  'promises nothing that a full disk does not hold, and goes on when there is room',
  {
    timeout: testTimeoutMs,
  },
  async ({ skip }) => {
    const disk = await mountSmallDisk();
    if (disk === null) return skip('Only root may make a disk to fill');
    const stores = await startStores(join(disk.folder, 'redis'));
    const house = await startFleets(1, {
      databaseUrl: stores.postgres.url,
      redisUrl: stores.redis.url,
      services: ['account', 'worker', 'ingest'],
    });

    const everySecond = await startLoad(house, '10 disk full, synced each second');
    await house.redis.config('SET', 'appendfsync', 'everysec');
    await everySecond.untilMore();
    await disk.fill(leftBytes);
    await untilPath(house, 'direct');
    await everySecond.untilMore();
    await disk.makeRoom();
    await untilPath(house, 'queue');
    await everySecond.untilMore();
    await everySecond.judge(nothing);

    const always = await startLoad(house, '10 disk full, synced always');
    await house.redis.config('SET', 'appendfsync', 'always');
    await always.untilMore();
    await disk.fill(leftBytes);
    // With this setting Redis would rather end than confirm a write that it cannot make.
    await stores.redis.exited();
    await untilPath(house, 'direct');
    await always.untilMore();
    await disk.makeRoom();
    await stores.redis.revive();
    await untilPath(house, 'queue');
    await always.untilMore();
    await always.judge(nothing);
    expect(house.fleets.ingest.fallen()).toEqual([]);
  },
);
