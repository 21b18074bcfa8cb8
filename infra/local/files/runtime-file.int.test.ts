import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { createPidTable, readRuntime } from '#files/runtime-file.ts';

const urls = { gateway: 'http://localhost:9000', ingest: '', account: '', worker: '', mail: null, stripe: null };

it('keeps the runtime file true from the moment it is published, for its owner alone', async () => {
  const dir = await createDisposableFolder();
  const table = createPidTable(dir);
  table.note('redis', 11);
  expect(readRuntime(dir)).toBeUndefined();
  const rest = { urls, databaseUrl: 'postgresql://', redisUrl: 'redis://' };
  table.publish(rest);
  table.note('ingest', 12);
  table.note('ingest', 13);
  expect(readRuntime(dir)).toEqual({ ...rest, pids: { supervisor: process.pid, redis: 11, ingest: 13 } });
  expect(statSync(join(dir, 'runtime.json')).mode & 0o777).toBe(0o600);
});
