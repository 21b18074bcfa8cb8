import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { findProgram } from '#find-program.ts';

it('prefers the name that comes first to the folder that comes first', async () => {
  const root = await createDisposableFolder();
  const [first, second] = [join(root, 'first'), join(root, 'second')];
  await Promise.all([mkdir(first), mkdir(second)]);
  await writeFile(join(first, 'valkey'), '', { mode: 0o755 });
  await writeFile(join(second, 'redis'), '', { mode: 0o755 });
  expect(findProgram(['redis', 'valkey'], `${first}:${second}`)).toBe(join(second, 'redis'));
});

it('finds neither a folder nor a file that cannot be run', async () => {
  const root = await createDisposableFolder();
  await mkdir(join(root, 'redis'));
  await writeFile(join(root, 'valkey'), '', { mode: 0o644 });
  expect(findProgram(['redis', 'valkey'], root)).toBeUndefined();
});
