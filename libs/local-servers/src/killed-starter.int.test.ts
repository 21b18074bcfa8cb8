import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, sendSignal } from '#process-identity.ts';
import { waitUntil } from '#wait-until.ts';

const source = (file: string) => join(import.meta.dirname, file);

/** Simulates a test run that starts a server and is killed. */
async function startAndKill(lines: string): Promise<number> {
  const folder = await createDisposableFolder();
  const starter = spawn(process.execPath, ['--input-type=module', '-e', lines, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void starter.kill('SIGKILL'));
  const [text] = await once(starter.stdout, 'data');
  const pid = Number(text);
  onTestFinished(() => void sendSignal(pid, 'SIGKILL'));
  expect(commandLine(pid)).toBeDefined();
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  return pid;
}

const service = (args: string) => `
  import { startProcess } from '${source('start-process.ts')}';
  const { pid } = startProcess({ name: 'x', program: 'sh', args: ${args}, env: {}, ready: async () => true });
  setInterval(() => {}, 1000);
  console.log(pid);
`;

it.each([
  [
    'a server',
    `
    import { startRedisServer } from '${source('redis-server.ts')}';
    const { pid } = await startRedisServer({ dir: process.argv[1] + '/redis', persistent: false });
    setInterval(() => {}, 1000);
    console.log(pid);
  `,
  ],
  [
    'a server that still starts',
    `
    import { launchServer } from '${source('server-process.ts')}';
    const home = process.argv[1];
    const isReady = async (pid) => void console.log(pid);
    const server = { name: 'x', program: 'sleep', args: ['1000'], home, logFile: home + '/log', stopSignal: 'SIGTERM' };
    await launchServer({ ...server, isReady });
  `,
  ],
  ['a service', service(`['-c', 'exec sleep 1000']`)],
  ['a service that hangs', service(`['-c', 'kill -STOP $$; exec sleep 1000']`)],
  [
    'a worker of the tests',
    `
    import { fork } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const file = process.argv[1] + '/worker.mjs';
    writeFileSync(file, 'setInterval(() => {}, 1000); process.send(process.pid);');
    const worker = fork(file, { execArgv: ['--import', '${import.meta.resolve('@inlet/testing/end-with-runner')}'] });
    worker.once('message', (pid) => console.log(pid));
  `,
  ],
])('%s ends with the process that started it, although that was killed', async (_what, lines) => {
  const pid = await startAndKill(lines);
  await waitUntil(() => commandLine(pid) === undefined, { what: 'its end' });
});
