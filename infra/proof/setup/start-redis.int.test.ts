import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { freePort } from '@inlet/local-servers/free-port';
import { startProcess } from '@inlet/local-servers/start-process';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { parseComposeFile } from '#images/compose-file.ts';
import { readProjectFile } from '#manifests/project-files.ts';

const password = '0123456789abcdef';

/** Runs the script as compose does. The image's entrypoint runs the given program, as here. */
async function start(env: Readonly<Record<string, string>>, folder: string) {
  const entrypoint = join(folder, 'docker-entrypoint.sh');
  await writeFile(entrypoint, '#!/bin/sh\nexec "$@"\n');
  await chmod(entrypoint, 0o755);
  const port = await freePort();
  const command = parseComposeFile(readProjectFile('docker-compose.yml')).services.redis?.command ?? [];
  const options = command.map((word) => (word.startsWith('$') ? '64mb' : word));
  const script = join(projectRoot, 'infra/docker/start-redis.sh');
  const here = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const redis = new Redis({ port, password, lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  const ready = async () => {
    await redis.connect().catch(() => undefined);
    return redis.status === 'ready';
  };
  const path = `${folder}:${process.env.PATH ?? ''}`;
  const spec = {
    name: 'Redis',
    program: 'sh',
    args: [script, ...options, ...here],
    ready,
    env: { PATH: path, ...env },
  };
  const started = startProcess(spec, { onLine: () => undefined });
  await closeWithTest(Promise.resolve(started), ({ stop }) => stop());
  await started.ready;
  return { redis, port, pid: started.pid };
}

it.each([
  ['in the environment', async () => ({ REDISCLI_AUTH: password })],
  [
    'in a file',
    async (folder: string) => {
      const file = join(folder, 'password');
      await writeFile(file, `${password}\n`);
      return { REDISCLI_AUTH: '', REDIS_PASSWORD_FILE: file };
    },
  ],
])('Redis has the password %s, and the list of processes does not', async (_where, prepare) => {
  const folder = await createDisposableFolder();
  const { redis, port, pid } = await start(await prepare(folder), folder);
  const read = await redis.config('GET', 'append*', 'maxmemory*');
  expect(read).toEqual(expect.arrayContaining(['appendonly', 'yes', 'appendfsync', 'always', 'noeviction']));
  const stranger = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
  stranger.on('error', () => undefined);
  onTestFinished(() => stranger.disconnect());
  await expect(stranger.connect().then(() => stranger.set('a', 'b'))).rejects.toThrow();
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('redis-server');
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(password);
});

it('does not start without a password', async () => {
  const folder = await createDisposableFolder();
  await expect(start({}, folder)).rejects.toThrow('Redis did not start (exit code 1)');
});
