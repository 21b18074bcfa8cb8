import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';

it.each(['invite', 'products', 'replay', 'retention', 'queues', 'rotate-keys', 'sign-out'])(
  '%s says in one sentence that nothing is running, and fails',
  async (command) => {
    const folder = await createDisposableFolder();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'ops.ts'), command], {
      env: { INLET_DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect({ code, output, complaint }).toEqual({
      code: 1,
      output: '',
      complaint: `Nothing is running on ${folder}: begin with npm start\n`,
    });
  },
);
