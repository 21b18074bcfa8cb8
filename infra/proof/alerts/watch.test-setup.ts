import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@inlet/local/config';
import { freePort } from '@inlet/local-servers/free-port';
import { startSecureFront } from '@inlet/ops/watch/secure-front.test-setup';
import { startReady } from '#alerts/start-ready.test-setup.ts';

export type Watched = Awaited<ReturnType<typeof openWatched>>;

const run = promisify(execFile);
const dayMs = 86_400_000;
const backupName = 'inlet-2026-01-01T03-00-00-000Z.backup';
/** The filled share of the small disk. */
const filledShare = 0.95;

/**
 * The objects of the watch's measurements: a small disk, a folder of backups and a public address, all on this machine.
 */
export async function openWatched(folder: string, closers: AsyncDisposableStack) {
  const [disk, backups] = [join(folder, 'disk'), join(folder, 'backups')];
  for (const each of [disk, backups]) await mkdir(each);
  const isSmall = await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'inlet-alerts', disk]).then(
    () => true,
    () => false,
  );
  if (isSmall) closers.defer(async () => void (await run('umount', [disk])));
  const front = await startSecureFront(90);
  closers.defer(front.close);
  const since = new Date().toISOString();
  await writeFile(join(backups, 'schedule.json'), JSON.stringify({ everySeconds: 86_400, since }));
  const newest = join(backups, backupName);
  const finishedAt = (at: Date) => utimes(newest, at, at);
  await writeFile(newest, 'a backup');
  const port = await freePort();
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    PUBLIC_URL: front.url,
    // A nearly full disk of this machine must not fail the test.
    VOLUMES: isSmall ? `small=${disk}` : `proc=/proc`,
    BACKUP_FOLDER: backups,
  };
  return {
    at: `127.0.0.1:${port}`,
    /** Only root may create a disk to fill. */
    isSmall,
    renew: front.renew,
    spendBackups: () => finishedAt(new Date(Date.now() - 3 * dayMs)),
    backUp: () => finishedAt(new Date()),
    fillDisk: async () => {
      const { bavail, bsize } = await statfs(disk);
      const filler = join(disk, 'filler');
      await writeFile(filler, Buffer.alloc(Math.floor(bavail * bsize * filledShare)));
      return () => rm(filler);
    },
    start: () =>
      startReady({
        name: 'watch',
        program: process.execPath,
        args: [join(projectRoot, 'infra/ops/watch/main.ts')],
        env,
        ready: `http://127.0.0.1:${port}/readyz`,
      }),
  };
}
