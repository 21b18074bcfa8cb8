import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed after the current test. */
export async function createDisposableFolder(): Promise<string> {
  const folder = await makeTemporaryFolder('inlet-test-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
