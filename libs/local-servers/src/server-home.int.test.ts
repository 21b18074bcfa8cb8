import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { chooseHome, SHARED_ROOT } from '#server-home.ts';

const somebody = { name: 'somebody', uid: 64_123, gid: 64_123 };

it('keeps to the folder asked for where the server can reach it', async () => {
  const dir = join(await createDisposableFolder(), 'postgres');
  expect([chooseHome(dir, somebody), chooseHome(dir, undefined)]).toEqual([dir, dir]);
});

it('moves servers out of a closed folder together, and to the same folder each time', async () => {
  const closed = await createDisposableFolder();
  await chmod(closed, 0o700);
  const postgres = chooseHome(join(closed, 'postgres'), somebody);
  expect(dirname(dirname(postgres))).toBe(SHARED_ROOT);
  expect(dirname(chooseHome(join(closed, 'redis'), somebody))).toBe(dirname(postgres));
  expect(chooseHome(join(closed, 'postgres'), somebody)).toBe(postgres);
});

it('gives two closed folders separate replacements', async () => {
  const [one, other] = [await createDisposableFolder(), await createDisposableFolder()];
  await Promise.all([chmod(one, 0o700), chmod(other, 0o700)]);
  expect(chooseHome(join(one, 'redis'), somebody)).not.toBe(chooseHome(join(other, 'redis'), somebody));
});
