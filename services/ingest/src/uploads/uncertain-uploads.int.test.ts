import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { openBlobs } from '@inlet/blobs/open-blobs';
import { fileKey } from '@inlet/contracts/files';
import type { UploadAnswer } from '@inlet/contracts/uploads';
import { createUploads } from '@inlet/endpoint/uploads';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { jobs } from '@inlet/queue/jobs';
import { openQueuedJobs, queuedStates } from '@inlet/queue/queued-jobs';
import { openRedis } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { createTestRedis } from '@inlet/testing/test-redis';
import { expect, it, onTestFinished } from 'vitest';
import { askAccount } from '#forms/ask-account.ts';
import { startTestIngest } from '#ingest.test-setup.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

it('an upload stays whose submission is queued without an answer, also when ingest ends then', async () => {
  const [folder, server] = await Promise.all([makeTemporaryFolder('inlet-files-'), createTestRedis()]);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  onTestFinished(server.close);
  const proxy = await openRedisProxy(Number(new URL(server.url).port));
  const keys = redisKeys(server.prefix);
  const redis = openRedis({ role: 'client', url: server.url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  const account = await startAccount((endpointId) => redis.get(keys.form(endpointId)));
  const ingest = await startTestIngest({
    redis: { url: Object.assign(new URL(server.url), { port: new URL(proxy.url).port }).href, prefix: server.prefix },
    accountUrl: account.url,
    env: { FILES_FOLDER: folder },
    replace: ({ config, lifecycle }) => {
      const blobs = openBlobs({ FILES_FOLDER: folder });
      const uploads = createUploads({ blobs, account: askAccount(config), isRedisAway: () => false, logger });
      lifecycle.onClose('flush', 'uploads of the test', uploads.close);
      return { uploads };
    },
  });
  onTestFinished(ingest.close);
  const url = `${ingest.url}/f/${await ingest.addForm({ files: { types: [] } })}`;
  // Redis knows the script then, and executes it in one step.
  await waitUntil(async () => (await fetch(url, { method: 'POST', body: new URLSearchParams({ n: '1' }) })).ok);

  let pass = () => {};
  const body = new ReadableStream({
    start: async (stream) => {
      stream.enqueue(Buffer.from('--b\r\ncontent-disposition: form-data; name="cv"; filename="a.bin"\r\n\r\n'));
      // More than is read at once.
      stream.enqueue(Buffer.alloc(1_200_000));
      await waitUntil(async () => (await readdir(folder)).length > 0);
      pass = proxy.holdAnswers();
      stream.enqueue(Buffer.from(' bytes\r\n--b--\r\n'));
      stream.close();
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await fetch(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  expect(answer.status).toBe(503);
  pass();
  const queue = openQueuedJobs(redis, keys, jobs['store-submissions'].queue);
  const queued = async () => {
    const batches = await queue.read(await queue.ids(queuedStates));
    const all = batches.flatMap(({ data }) => unpackBatch(submissionBatchSchema.parse(JSON.parse(data))));
    return all.find(({ upload }) => upload);
  };
  await waitUntil(async () => (await queued()) !== undefined);
  await ingest.close();
  const { formId = '', upload } = (await queued()) ?? {};
  const key = fileKey(formId, upload?.id ?? '', upload?.files[0]?.id ?? '');
  expect(await openBlobs({ FILES_FOLDER: folder }).sizeOf(key)).toBe(1_200_000 + ' bytes'.length);
  expect(account.cancelled).toEqual([]);
});

/**
 * A fake account that grants every request, and records cancelled uploads. It knows the form, because Redis may seem
 * away on a busy machine.
 */
async function startAccount(readEntry: (endpointId: string) => Promise<string | null>) {
  const cancelled: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'DELETE') {
      cancelled.push(request.url ?? '');
      return response.writeHead(204).end();
    }
    response.setHeader('content-type', 'application/json');
    const [, endpointId] = /^\/internal\/forms\/(.+)$/.exec(request.url ?? '') ?? [];
    if (endpointId) return response.end(await readEntry(endpointId));
    if (request.url !== '/internal/uploads') return response.writeHead(404).end('{}');
    const { bytes } = JSON.parse(await readText(request));
    const granted: UploadAnswer = { outcome: 'granted', bytes, limit: 1_000_000_000 };
    return response.end(JSON.stringify(granted));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cancelled };
}
