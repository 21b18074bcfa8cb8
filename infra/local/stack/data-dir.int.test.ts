import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '@inlet/local-servers/process-identity';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Runtime, readRuntime, writeRuntime } from '#files/runtime-file.ts';
import { claimDataDir, endLeftovers } from '#stack/data-dir.ts';

const urls = { gateway: 'http://localhost:9000', ingest: '', account: '', worker: '', mail: null, stripe: null };
const runtime: Runtime = { urls, databaseUrl: '', redisUrl: '', pids: {} };

// A process that only waits, with arguments that identify its owner.
async function startProcess(words: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', words], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = child.pid ?? 0;
  await waitUntil(() => commandLine(pid)?.includes(words));
  return pid;
}

describe('claimDataDir', () => {
  it('makes the folder, and gives it back', async () => {
    const dir = join(await createDisposableFolder(), 'data');
    const release = claimDataDir(dir);
    expect(existsSync(join(dir, 'supervisor.pid'))).toBe(true);
    release();
    expect(existsSync(join(dir, 'supervisor.pid'))).toBe(false);
  });

  it('refuses a folder that another start holds, and says where that one answers', async () => {
    const dir = await createDisposableFolder();
    await writeFile(join(dir, 'supervisor.pid'), String(await startProcess('infra/local/start.ts')));
    writeRuntime(dir, runtime);
    expect(() => claimDataDir(dir)).toThrow(`Inlet already runs with the data in ${dir}: http://localhost:9000`);
  });

  it('takes over a folder whose holder is gone, although its pid is another process by now', async () => {
    const dir = await createDisposableFolder();
    await writeFile(join(dir, 'supervisor.pid'), String(await startProcess('something-else')));
    expect(() => claimDataDir(dir)).not.toThrow();
  });

  it('says in a sentence that a folder cannot be used', async () => {
    const file = join(await createDisposableFolder(), 'file');
    await writeFile(file, '');
    expect(() => claimDataDir(file)).toThrow('set INLET_DATA_DIR to another');
  });
});

describe('endLeftovers', () => {
  it('ends the services that a killed start left, and no process that merely has such a pid', async () => {
    const dir = await createDisposableFolder();
    const pids = { ingest: await startProcess('services/ingest/src/main.ts'), worker: await startProcess('an-editor') };
    writeRuntime(dir, { ...runtime, pids });
    await endLeftovers(dir);
    expect(commandLine(pids.ingest)).toBeUndefined();
    expect(commandLine(pids.worker)).toContain('an-editor');
    expect(readRuntime(dir)).toBeUndefined();
  });
});
