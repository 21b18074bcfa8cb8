import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

/** The ingest that all tests of a file share, and its Redis. */
export let ingest: TestIngest;
export let redis: TestRedis;

/** Starts an ingest that takes files for the tests of a file. */
export function setUpIngestWithFiles(): void {
  let folder: string;
  /** A fake account, which grants every upload. */
  const account = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ outcome: 'granted', bytes: 1_000_000, limit: 1_000_000_000 }));
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
    [redis, folder] = await Promise.all([createTestRedis(), makeTemporaryFolder('inlet-files-')]);
    const accountUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
    ingest = await startTestIngest({ redis, accountUrl, env: { FILES_FOLDER: folder } });
  });
  afterAll(async () => {
    await ingest?.close();
    await redis?.close();
    account.close();
    account.closeAllConnections();
    await rm(folder, { recursive: true });
  });
}

/** The submissions of a form that wait in the queue. */
export async function queuedOf(formId: string) {
  const queue = `${ingest.keys.queues}:submissions`;
  const ids = await ingest.redis.lrange(`${queue}:wait`, 0, -1);
  const texts = await Promise.all(ids.map((id) => ingest.redis.hget(`${queue}:${id}`, 'data')));
  return texts
    .flatMap((text) => unpackBatch(submissionBatchSchema.parse(JSON.parse(text ?? ''))))
    .filter((submission) => submission.formId === formId);
}
