import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';

it.each([
  'invite',
  'products',
  'replay',
  'retry',
  'retention',
  'lanes',
  'queues',
  'rotate-keys',
  'sign-out',
  'reset-factors',
])('%s says in one sentence that nothing is running, and fails', async (command) => {
  const folder = await createDisposableFolder();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'ops.ts'), command], {
    env: { INLET_DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `Nothing is running on ${folder}: begin with npm start\n`,
  });
});
