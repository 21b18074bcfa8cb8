import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { nothing, startLoad, untilPath } from '#house/load.test-setup.ts';
import { isFullRun } from '#house/run-settings.ts';
import { openBreakableHouse } from '#house/stores.test-setup.ts';

const testTimeoutMs = 240_000;
/** Space for some hundred submissions. */
const leftBytes = 100_000;
const run = promisify(execFile);
/** An empty PostgreSQL needs more space than Redis. */
const sizes = { redis: '24m', postgres: '256m' };

/** A disk in memory that a test may fill; null if this process may not create one, which requires root. */
async function mountSmallDisk(store: keyof typeof sizes) {
  const folder = join(await createDisposableFolder(), 'disk');
  await mkdir(folder);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizes[store]}`, 'inlet-faults', folder]);
  } catch {
    return null;
  }
  onTestFinished(async () => void (await run('umount', [folder])));
  const filler = join(folder, 'filler');
  return {
    folder,
    /** Leaves this many bytes free. */
    fill: async (leftBytes: number) => {
      const { bavail, bsize } = await statfs(folder);
      const filled = writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
      // The store writes meanwhile, and may use the rest.
      await filled.catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    makeRoom: () => rm(filler),
  };
}

it.runIf(isFullRun)(
  'promises nothing that a full disk does not hold, and goes on when there is room',
  { timeout: testTimeoutMs },
  async ({ skip }) => {
    const disk = await mountSmallDisk('redis');
    if (disk === null) return skip('Only root may make a disk to fill');
    const house = await openBreakableHouse({ redis: join(disk.folder, 'redis') });

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
    // With this setting, Redis exits instead of confirming a write that it cannot make.
    await house.stores.redis.exited();
    await untilPath(house, 'direct');
    await always.untilMore();
    await disk.makeRoom();
    await house.stores.redis.revive();
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
    const house = await openBreakableHouse({ postgres: join(disk.folder, 'postgres') });
    const { postgres } = house.stores;
    const load = await startLoad(house, '20 disk of PostgreSQL full');
    await load.untilMore();
    await disk.fill(0);
    const waiting = () => house.redis.llen(`${house.keys.queues}:submissions:wait`);
    await waitUntil(async () => (await waiting()) > 30, { timeoutMs: 60_000, what: 'submissions to wait in Redis' });
    await disk.makeRoom();
    // Without space for its log it exits, and does not restart by itself.
    if (await Promise.race([postgres.exited().then(() => true), load.untilMore().then(() => false)])) {
      await postgres.revive();
    }
    await load.untilMore();
    await load.judge(nothing);
  },
);
