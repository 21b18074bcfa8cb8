import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from '#test-folder.ts';

/** A folder for the test that asks for it, gone with the test. */
export async function createDisposableFolder(): Promise<string> {
  const folder = await makeTestFolder('inlet-test-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
