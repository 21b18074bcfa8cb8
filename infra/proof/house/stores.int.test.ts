import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, workingDirectory } from '@inlet/local-servers/process-identity';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { startStores } from '#house/stores.test-setup.ts';

let redis = 0;

/** The process whose working directory is this folder. */
const workerIn = (folder: string) =>
  readdirSync('/proc')
    .map(Number)
    .find((pid) => pid > 0 && workingDirectory(pid) === folder);

it('a set-up fails whose PostgreSQL cannot start, while its Redis starts', async () => {
  const folder = await createDisposableFolder();
  const folders = { postgres: join(folder, 'postgres'), redis: join(folder, 'redis') };
  // The file of its password, which it reads first.
  await mkdir(join(folders.postgres, 'password'), { recursive: true });
  await expect(startStores(folders)).rejects.toThrow('EISDIR');
  redis = await waitUntil(() => workerIn(folders.redis), { what: 'Redis to run' });
});

it('and leaves no Redis behind', () => {
  expect(redis).toBeGreaterThan(0);
  expect(commandLine(redis)).toBeUndefined();
});
