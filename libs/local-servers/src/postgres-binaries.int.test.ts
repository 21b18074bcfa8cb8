import { symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { postgresBinaries } from '#postgres-binaries.ts';
import { serverUser } from '#server-user.ts';

const find = (folders: readonly string[]) => postgresBinaries(serverUser(), () => undefined, folders);

/** A folder with these programs, like the package of a distribution. */
async function folderOf(...programs: readonly string[]): Promise<string> {
  const folder = await createDisposableFolder();
  await Promise.all(programs.map((program) => symlink(program, join(folder, basename(program)))));
  return folder;
}

it('takes the programs of the distribution where the server is installed, and those of npm elsewhere', async () => {
  const ofNpm = find([]);
  const whole = await folderOf(ofNpm.initdb, ofNpm.postgres);
  // Only the client is installed there.
  const withoutServer = await folderOf(ofNpm.initdb);
  expect(find([withoutServer])).toEqual(ofNpm);
  expect(find([withoutServer, whole])).toEqual({ initdb: join(whole, 'initdb'), postgres: join(whole, 'postgres') });
});
