import { join } from 'node:path';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it } from 'vitest';
import { mountSmallDisk } from '#faults/small-disk.test-setup.ts';
import { hotPath } from '#house/house.test-setup.ts';
import { nothing, startLoad, untilPath } from '#house/load.test-setup.ts';
import { isFullRun } from '#house/run-settings.ts';
import { startStores } from '#house/stores.test-setup.ts';

const testTimeoutMs = 240_000;
/** Room for some hundred submissions. */
const leftBytes = 100_000;

it.runIf(isFullRun)(
  'promises nothing that a full disk does not hold, and goes on when there is room',
  {
    timeout: testTimeoutMs,
  },
  async ({ skip }) => {
    const disk = await mountSmallDisk('redis');
    if (disk === null) return skip('Only root may make a disk to fill');
    const stores = await startStores({ redis: join(disk.folder, 'redis') });
    const house = await startFleets(1, {
      databaseUrl: stores.postgres.url,
      redisUrl: stores.redis.url,
      services: hotPath,
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

it.runIf(isFullRun)(
  'turns nobody away while the disk of PostgreSQL is full, and stores all of it when there is room',
  { timeout: testTimeoutMs },
  async ({ skip }) => {
    const disk = await mountSmallDisk('postgres');
    if (disk === null) return skip('Only root may make a disk to fill');
    const { postgres, redis } = await startStores({ postgres: join(disk.folder, 'postgres') });
    const house = await startFleets(1, { databaseUrl: postgres.url, redisUrl: redis.url, services: hotPath });
    const load = await startLoad(house, '20 disk of PostgreSQL full');
    await load.untilMore();
    await disk.fill(0);
    const waiting = () => house.redis.llen(`${house.keys.queues}:submissions:wait`);
    await waitUntil(async () => (await waiting()) > 30, { timeoutMs: 60_000, what: 'submissions to wait in Redis' });
    await disk.makeRoom();
    // Without room for its log it ends, and does not start again by itself.
    if (await Promise.race([postgres.exited().then(() => true), load.untilMore().then(() => false)])) {
      await postgres.revive();
    }
    await load.untilMore();
    await load.judge(nothing);
  },
);
