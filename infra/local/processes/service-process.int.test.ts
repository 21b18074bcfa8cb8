import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { freePort } from '@inlet/local-servers/free-port';
import { commandLine } from '@inlet/local-servers/process-identity';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { describe, expect, it, onTestFinished } from 'vitest';
import { superviseService } from '#processes/service-process.ts';

const script = join(import.meta.dirname, 'fixtures/small-service.mjs');

async function supervise(manners = 'good', stopTimeoutMs?: number) {
  const port = await freePort();
  const [pids, said, log]: [number[], string[], PassThrough] = [[], [], new PassThrough()];
  const service = superviseService(
    {
      name: 'small',
      program: process.execPath,
      args: [script, manners],
      cwd: import.meta.dirname,
      env: { PORT: String(port) },
      ready: `http://127.0.0.1:${port}/readyz`,
    },
    {
      log,
      say: (line) => said.push(line),
      onStarted: (pid) => pids.push(pid),
      ...(stopTimeoutMs && { stopTimeoutMs }),
    },
  );
  onTestFinished(service.stop);
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok;
  return { service, pids, said, log, answers };
}

/** Without an id, the signal would go to the test's own processes. */
function kill(pid: number | undefined): void {
  if (pid === undefined) throw new Error('The service has not started');
  process.kill(pid, 'SIGKILL');
}

describe('superviseService', () => {
  it('is ready when the service says so', async () => {
    const { service, answers } = await supervise();
    await service.ready;
    expect(await answers()).toBe(true);
  });

  it('starts a service again that was killed, and tells its new pid', async () => {
    const { service, pids, said, answers } = await supervise();
    await service.ready;
    kill(pids[0]);
    await waitUntil(() => pids.length === 2);
    await waitUntil(answers);
    expect(pids[1]).not.toBe(pids[0]);
    expect(said).toEqual(['small ended (SIGKILL); starting it again']);
  });

  it('starts it again as often as it dies', async () => {
    const { service, pids, answers } = await supervise();
    await service.ready;
    for (const times of [2, 3]) {
      kill(pids.at(-1));
      await waitUntil(() => pids.length === times);
      await waitUntil(answers);
    }
    expect(new Set(pids).size).toBe(3);
  });

  it('fails when the service dies before it was ever ready, and shows its last words', async () => {
    const { service, pids, said } = await supervise('dies');
    await expect(service.ready).rejects.toThrow('small did not start (exit code 3)');
    expect(said).toContain('[small] no database');
    expect(pids).toHaveLength(1);
  });

  it('asks a service to end, waits for it, and does not start it again', async () => {
    const { service, pids, said, log } = await supervise();
    await service.ready;
    await service.stop();
    expect(pids.map(commandLine)).toEqual([undefined]);
    await waitUntil(() => said.includes('[small] asked to end'));
    expect(said).not.toContainEqual(expect.stringContaining('starting it again'));
    log.end();
    expect(await text(log)).toContain('"asked to end"');
  });

  it('ends a service that does not listen', async () => {
    const { service, pids } = await supervise('stubborn', 100);
    await service.ready;
    await service.stop();
    expect(pids.map(commandLine)).toEqual([undefined]);
  });
});
