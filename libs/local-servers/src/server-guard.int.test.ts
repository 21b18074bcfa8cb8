import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { commandLine } from '#process-identity.ts';
import { waitUntil } from '#wait-until.ts';

// Simulates a test run: starts a process that would run forever, guards it, and prints its pid.
const run = `
  import { spawn } from 'node:child_process';
  import { guardServer } from '${join(import.meta.dirname, 'server-guard.ts')}';
  const server = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  server.unref();
  const dismiss = guardServer({ pid: server.pid, signal: 'SIGTERM', folder: process.argv[1] });
  if (process.argv[2] === 'stops') dismiss();
  else setInterval(() => {}, 1000);
  console.log(server.pid);
`;

async function play(folder: string, ending: 'stops' | 'is killed') {
  const child = spawn(process.execPath, ['--input-type=module', '-e', run, folder, ending]);
  const pid = await new Promise<number>((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (ending === 'is killed') child.kill('SIGKILL');
  await exited;
  return pid;
}

it('ends the server and takes its folder away when the test run is killed', async () => {
  const folder = await createDisposableFolder();
  const pid = await play(folder, 'is killed');
  await waitUntil(() => commandLine(pid) === undefined);
  await waitUntil(() => !existsSync(folder));
});

it('touches nothing any more once it is dismissed', async () => {
  const folder = await createDisposableFolder();
  const pid = await play(folder, 'stops');
  expect([commandLine(pid), existsSync(folder)]).toEqual(['sleep 1000', true]);
  process.kill(pid);
});
