import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { canReach } from '#server-user.ts';

const somebody = { name: 'somebody', uid: 64_123, gid: 64_123 };
const myself = { name: 'myself', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

async function folderWithMode(mode: number): Promise<string> {
  const parent = join(await createDisposableFolder(), 'parent');
  await mkdir(join(parent, 'child'), { recursive: true });
  await chmod(join(parent, 'child'), 0o755);
  await chmod(parent, mode);
  return join(parent, 'child');
}

it('sees that a folder above is closed to others', async () => {
  const dir = await folderWithMode(0o700);
  expect([canReach(dir, somebody), canReach(dir, myself), canReach(dir, undefined)]).toEqual([false, true, true]);
});

it('sees that all folders above let others pass', async () => {
  expect(canReach(await folderWithMode(0o711), somebody)).toBe(true);
});

it('judges a folder that does not exist yet by those that do', async () => {
  expect(canReach(join(await folderWithMode(0o755), 'not/yet'), somebody)).toBe(true);
  expect(canReach(join(await folderWithMode(0o700), 'not/yet'), somebody)).toBe(false);
});
