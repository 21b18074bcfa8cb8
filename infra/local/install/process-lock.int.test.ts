import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { withProcessLock } from '#install/process-lock.mjs';

const lockFile = async () => join(await createDisposableFolder(), 'data/install.lock');

it('lets one work at a time, and leaves no lock behind', async () => {
  const file = await lockFile();
  let atWork = 0;
  let most = 0;
  const work = async () => {
    atWork += 1;
    most = Math.max(most, atWork);
    await new Promise((resolve) => setImmediate(resolve));
    atWork -= 1;
  };
  await Promise.all([withProcessLock(file, work), withProcessLock(file, work)]);
  expect({ most, left: existsSync(file) }).toEqual({ most: 1, left: false });
});

it('takes the lock of a process that is gone', async () => {
  const file = await lockFile();
  await withProcessLock(file, async () => {});
  await writeFile(file, String(spawnSync('true').pid));
  expect(await withProcessLock(file, async () => 'done')).toBe('done');
});
