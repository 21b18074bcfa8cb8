import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { openBlobs } from '@inlet/blobs/open-blobs';
import { fileKey } from '@inlet/contracts/files';
import type { FormEntry } from '@inlet/contracts/form-directory';
import type { UploadAnswer } from '@inlet/contracts/uploads';
import { jobs } from '@inlet/queue/jobs';
import { openQueuedJobs, queuedStates } from '@inlet/queue/queued-jobs';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;
let folder: string;
/** Stands for account. */
let account: ReturnType<typeof createServer>;
let answer: Partial<UploadAnswer>;
const asked: { formId: string; bytes: number }[] = [];
const cancelled: string[] = [];

beforeAll(async () => {
  account = createServer(async (request, response) => {
    if (request.method === 'DELETE') {
      cancelled.push(request.url ?? '');
      return response.writeHead(204).end();
    }
    const wanted = JSON.parse(await readText(request));
    asked.push(wanted);
    const given: UploadAnswer = { outcome: 'granted', bytes: wanted.bytes, limit: 1_000_000_000, ...answer };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(given));
  });
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
  const accountUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
  [redis, folder] = await Promise.all([createTestRedis(), makeTestFolder('inlet-files-')]);
  ingest = await startTestIngest({ redis, accountUrl, env: { FILES_FOLDER: folder } });
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
  account?.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  answer = {};
  asked.length = 0;
  cancelled.length = 0;
});

const addForm = (more: Partial<FormEntry> = {}) => ingest.addForm({ files: { types: [] }, ...more });

interface Sent {
  readonly status: number;
  readonly body: { readonly submissionId?: string; readonly code?: string; readonly errors?: { code: string }[] };
}
async function send(endpointId: string, body: FormData, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Sent['body'] };
}
const form = (...files: [name: string, bytes: Buffer][]) => {
  const data = new FormData();
  data.append('email', 'ada@example.com');
  for (const [name, bytes] of files) data.append('cv', new Blob([new Uint8Array(bytes)]), name);
  return data;
};

/** What was queued. */
async function accepted(id: string | undefined) {
  const queue = openQueuedJobs(ingest.redis, ingest.keys, jobs['store-submissions'].queue);
  const batches = await queue.read(await queue.ids(queuedStates));
  const all = batches.flatMap(({ data }) => unpackBatch(submissionBatchSchema.parse(JSON.parse(data))));
  return all.find((submission) => submission.id === id);
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const left = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('a submission with files', () => {
  it.each([
    ['small', 10_000],
    ['large', 3_000_000],
  ])('that are %s is stored once their bytes are', async (_, size) => {
    const endpointId = await addForm();
    const [one, other] = [randomBytes(size), Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(size)])];
    const { status, body } = await send(endpointId, form(['a.bin', one], ['../über\u202e.PDF', other]));
    expect(status).toBe(200);
    const submission = await accepted(body.submissionId);
    const { id = '', files = [] } = submission?.upload ?? {};
    expect(JSON.parse(submission?.json ?? '')).toEqual({ email: 'ada@example.com' });
    expect(files).toMatchObject([
      { field: 'cv', name: 'a.bin', type: 'application/octet-stream', size: one.length, sha256: sha256(one) },
      { field: 'cv', name: 'über.PDF', type: 'application/pdf', size: other.length, sha256: sha256(other) },
    ]);
    const blobs = openBlobs({ FILES_FOLDER: folder });
    for (const file of files)
      expect(await blobs.sizeOf(fileKey(submission?.formId ?? '', id, file.id))).toBe(file.size);
    expect(asked).toHaveLength(1);
  });

  it('may have no field', async () => {
    const endpointId = await addForm();
    const data = new FormData();
    data.append('cv', new Blob(['x']), 'a.txt');
    const { status, body } = await send(endpointId, data);
    const submission = await accepted(body.submissionId);
    expect([status, submission?.json, submission?.upload?.files.length]).toEqual([200, '{}', 1]);
  });

  it('is the same submission for an idempotency key only with the same files', async () => {
    const endpointId = await addForm();
    const key = { 'idempotency-key': 'one' };
    const first = await send(endpointId, form(['a.txt', Buffer.from('a')]), key);
    const again = await send(endpointId, form(['a.txt', Buffer.from('a')]), key);
    expect(again.body.submissionId).toBe(first.body.submissionId);
    expect((await send(endpointId, form(['a.txt', Buffer.from('b')]), key)).body.code).toBe('idempotency_key_reused');
  });
});

describe('a refusal', () => {
  const small = () => form(['a.txt', Buffer.from('a')]);
  const many = (size: number) =>
    form(...Array.from({ length: 11 }, (_, n): [string, Buffer] => [`${n}.txt`, Buffer.alloc(size)]));

  it.each([
    ['a form that takes no files', { files: undefined }, small, {}, [422, 'no_file_uploads', 'NO_FILE_UPLOADS']],
    [
      'one whose owner has switched them off',
      {},
      small,
      { outcome: 'off' },
      [422, 'no_file_uploads', 'NO_FILE_UPLOADS'],
    ],
    ['eleven files', {}, () => many(10), {}, [413, 'too_many_files', 'TOO_MANY_FILES']],
    ['eleven files in a few reads', {}, () => many(95_000), {}, [413, 'too_many_files', 'TOO_MANY_FILES']],
    ['eleven large files', {}, () => many(200_000), {}, [413, 'too_many_files', 'TOO_MANY_FILES']],
    [
      'a file of 25 MB and a byte',
      {},
      () => form(['a', Buffer.alloc(25_000_001)]),
      {},
      [413, 'files_too_big', 'FILES_TOO_BIG'],
    ],
    ['a full storage', {}, small, { outcome: 'full', bytes: 0 }, [429, 'storage_limit_reached']],
    [
      'a storage with too little room',
      {},
      () => form(['a', Buffer.alloc(1_100_000)]),
      { bytes: 1_099_999 },
      [429, 'storage_limit_reached'],
    ],
    ['another type', { files: { types: ['.pdf', 'image/*'] } }, small, {}, [422, 'file_type_not_accepted']],
  ] as const)('of %s leaves nothing behind', async (_, entry, data, given, [status, code, clientCode]) => {
    const before = await left();
    answer = given;
    const refused = await send(await addForm(entry as Partial<FormEntry>), data());
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    if (clientCode) expect(refused.body.errors?.[0]?.code).toBe(clientCode);
    await waitUntil(async () => (await left()) === before);
    // Nor does one come later.
    await pause(100);
    expect(await left()).toBe(before);
    expect(cancelled).toHaveLength(asked.length - (given === undefined || 'outcome' in given ? asked.length : 0));
  });

  it('of a visitor who leaves in the middle keeps no half of a file', async () => {
    const before = await left();
    const endpointId = await addForm();
    const { port } = new URL(ingest.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /f/${endpointId} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="cv"; filename="a"\r\n\r\n${'x'.repeat(100_000)}`,
    );
    await waitUntil(async () => (await left()) > before);
    socket.destroy();
    await waitUntil(async () => (await left()) === before);
  });
});
