import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { openBlobs } from '@inlet/blobs/open-blobs';
import { fileKey } from '@inlet/contracts/files';
import type { FormEntry } from '@inlet/contracts/form-directory';
import type { UploadAnswer } from '@inlet/contracts/uploads';
import { createUploads } from '@inlet/endpoint/uploads';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { jobs } from '@inlet/queue/jobs';
import { openQueuedJobs, queuedStates } from '@inlet/queue/queued-jobs';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { buildZipBomb } from '@inlet/testing/build-zip-bomb';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { watchMemory } from '@inlet/testing/watch-memory';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askAccount } from '#forms/ask-account.ts';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;
let folder: string;
/** A fake account. */
let account: ReturnType<typeof createServer>;
let answer: Partial<UploadAnswer>;
const asked: { id: string; formId: string; bytes: number }[] = [];
let isAccountAway = false;
let isAnswerLost = false;
const cancelled: string[] = [];
/** Submissions in the database. */
const stored = new Set<string>();
let isDiskFull = false;
let laterMs = 0;

beforeAll(async () => {
  account = createServer(async (request, response) => {
    if (request.method === 'DELETE') {
      if (isAccountAway) return response.writeHead(503).end();
      cancelled.push((request.url ?? '').replace('/internal/uploads/', ''));
      return response.writeHead(204).end();
    }
    if (request.method === 'GET') return response.writeHead(stored.has(request.url ?? '') ? 200 : 404).end('{}');
    const wanted = JSON.parse(await readText(request));
    asked.push(wanted);
    if (isAnswerLost) return response.destroy();
    const given: UploadAnswer = { outcome: 'granted', bytes: wanted.bytes, limit: 1_000_000_000, ...answer };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(given));
  });
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve));
  const accountUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`;
  [redis, folder] = await Promise.all([createTestRedis(), makeTemporaryFolder('inlet-files-')]);
  const kept = openBlobs({ FILES_FOLDER: folder });
  const put: typeof kept.put = async (key, bytes) => {
    await kept.put(key, bytes);
    if (isDiskFull) throw new Error('No space is left');
  };
  ingest = await startTestIngest({
    redis,
    accountUrl,
    env: { FILES_FOLDER: folder },
    replace: ({ config, logger, lifecycle }) => {
      const uploads = createUploads({
        blobs: { put },
        account: askAccount(config),
        isRedisAway: () => false,
        logger,
        nowMs: () => Date.now() + laterMs,
      });
      lifecycle.onClose('flush', 'uploads of the test', uploads.close);
      return { uploads };
    },
  });
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
  stored.clear();
  isDiskFull = false;
  isAccountAway = false;
  isAnswerLost = false;
  laterMs = 0;
});

const addForm = (more: Partial<FormEntry> = {}) => ingest.addForm({ files: { types: [] }, ...more });

interface Sent {
  readonly status: number;
  readonly body: { readonly submissionId?: string; readonly code?: string; readonly errors?: { code: string }[] };
}
async function send(
  endpointId: string,
  body: FormData | RequestInit,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const init = body instanceof FormData ? { body, headers } : body;
  const response = await fetch(`${ingest.url}/f/${endpointId}`, { method: 'POST', ...init });
  return { status: response.status, body: (await response.json()) as Sent['body'] };
}
const form = (...files: [name: string, bytes: Buffer][]) => {
  const data = new FormData();
  data.append('email', 'ada@example.com');
  for (const [name, bytes] of files) data.append('cv', new Blob([new Uint8Array(bytes)]), name);
  return data;
};

/** A body with one file, split into the start of its bytes and the rest. */
function partsOf(field: string, size: number): [Buffer, Buffer] {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.bin"\r\n\r\nxx`;
  return [Buffer.from(head), Buffer.concat([Buffer.alloc(size), Buffer.from('\r\n--b--\r\n')])];
}

/** The queued submission. */
async function accepted(id: string | undefined) {
  const queue = openQueuedJobs(ingest.redis, ingest.keys, jobs['store-submissions'].queue);
  const batches = await queue.read(await queue.ids(queuedStates));
  const all = batches.flatMap(({ data }) => unpackBatch(submissionBatchSchema.parse(JSON.parse(data))));
  return all.find((submission) => submission.id === id);
}
/** Waits until account has been told about every upload. */
const untilGivenUp = () => waitUntil(() => asked.every(({ id }) => cancelled.includes(id)));
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

  it('may be zip bombs: nothing unpacks them', async () => {
    const bomb = await buildZipBomb();
    const grown = watchMemory();
    const { status, body } = await send(await addForm(), form(['a.zip', bomb], ['b.docx', bomb], ['c', bomb]));
    expect(status).toBe(200);
    const { files = [] } = (await accepted(body.submissionId))?.upload ?? {};
    expect(files.map(({ size }) => size)).toEqual([bomb.length, bomb.length, bomb.length]);
    for (const file of files) expect(file.sha256).toBe(sha256(bomb));
    // A single entry would take more.
    expect(grown()).toBeLessThan(150_000_000);
  });

  it('has the same names with and without a content length', async () => {
    const endpointId = await addForm();
    const names = ['', 'say "hi"', 'two\r\nlines', 'plain'];
    const data = form(['my "cv".txt', Buffer.from('text')]);
    for (const name of names) data.append(name, 'value');
    data.append('', new Blob(['more']), 'a.txt');
    const { headers, body } = new Request(ingest.url, { method: 'POST', body: data });
    const bytes = Buffer.from(await new Response(body).arrayBuffer());
    // Large enough to be read as a stream.
    const preamble = Buffer.from(`${'x'.repeat(1_200_000)}\r\n`);
    const request = { headers: { 'content-type': headers.get('content-type') ?? '' } };
    const sent = [
      await send(endpointId, { ...request, body: bytes }),
      await send(endpointId, {
        ...request,
        body: ReadableStream.from([preamble, bytes]),
        duplex: 'half',
      }),
    ];
    const stored = await Promise.all(sent.map((answer) => accepted(answer.body.submissionId)));
    const [known, streamed] = stored.map((submission) => ({
      fields: JSON.parse(submission?.json ?? ''),
      files: submission?.upload?.files.map(({ field, name }) => [field, name]),
    }));
    expect(known?.fields).toMatchObject(Object.fromEntries(names.map((name) => [name, 'value'])));
    expect(known?.files).toEqual([
      ['cv', 'my "cv".txt'],
      ['', 'a.txt'],
    ]);
    expect(streamed).toEqual(known);
  });

  it.each([
    ['small', 10],
    ['large', 1_200_000],
  ])('that are %s keeps the names of a page in windows-1252, and backslashes', async (_, size) => {
    const parts = [
      'name="pr\xe9nom"\r\n\r\nJos\xe9 \x80',
      'name="C:\\"\r\n\r\n\\',
      `name="pi\xe8ce"; filename="\xe9t\xe9.bin"\r\n\r\n${'x'.repeat(size)}`,
      ...Array.from({ length: 12 }, (_none, n) => `name="empty ${n}"; filename=""\r\n\r\n`),
      'name="ville"\r\n\r\nZo\xc3\xab',
    ];
    const body = parts.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n`).join('');
    const { status, body: answered } = await send(await addForm(), {
      body: Buffer.from(`${body}--b--\r\n`, 'latin1'),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    const submission = await accepted(answered.submissionId);
    expect([status, JSON.parse(submission?.json ?? '')]).toEqual([
      200,
      { prénom: 'José €', 'C:\\': '\\', ville: 'Zoë' },
    ]);
    expect(submission?.upload?.files).toMatchObject([{ field: 'pièce', name: 'été.bin', size }]);
  });

  it('is read in the charset that its form names', async () => {
    const inShiftJis = '\x83e\x83X\x83g';
    const parts = [
      '_charset_"\r\n\r\nShift_JIS',
      `${inShiftJis}"; filename="${inShiftJis}.bin"\r\n\r\n${'x'.repeat(1_200_000)}`,
    ];
    const body = parts.map((part) => `--b\r\ncontent-disposition: form-data; name="${part}\r\n`).join('');
    const { body: answered } = await send(await addForm(), {
      body: Buffer.from(`${body}--b--\r\n`, 'latin1'),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    const submission = await accepted(answered.submissionId);
    expect(submission?.upload?.files).toMatchObject([{ field: 'テスト', name: 'テスト.bin' }]);
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

  it('that repeats one that is stored keeps no second upload', async () => {
    const endpointId = await addForm();
    const key = { 'idempotency-key': 'twice' };
    const first = await send(endpointId, form(['a.txt', Buffer.from('a')]), key);
    stored.add(`/internal/submissions/${first.body.submissionId}`);
    const again = await send(endpointId, form(['a.txt', Buffer.from('a')]), key);
    expect(again.body.submissionId).toBe(first.body.submissionId);
    const [own = '', second = ''] = asked.map(({ id }) => id);
    await waitUntil(() => cancelled.includes(second));
    expect(cancelled).not.toContain(own);
  });

  it.each([
    ['a body that is read at once takes nothing for them', 0, 0],
    ['what was taken for them goes back', 1_200_000, 1],
  ])('may be sent without any after all: %s', async (_, preambleBytes, asks) => {
    const field = '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\nada\r\n--b--\r\n';
    const bytes = Buffer.concat([Buffer.alloc(preambleBytes, 'x'), Buffer.from(`\r\n${field}`)]);
    const body = ReadableStream.from([bytes]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status, body: answered } = await send(await addForm(), { body, headers, duplex: 'half' });
    expect([status, (await accepted(answered.submissionId))?.upload]).toEqual([200, undefined]);
    expect(asked).toHaveLength(asks);
    await untilGivenUp();
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
  ] as const)('of %s gives up what was stored', async (_, entry, data, given, [status, code, clientCode]) => {
    answer = given;
    const refused = await send(await addForm(entry as Partial<FormEntry>), data());
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    if (clientCode) expect(refused.body.errors?.[0]?.code).toBe(clientCode);
    // Account refused the upload, so no files were accepted.
    if ('outcome' in given) return;
    await untilGivenUp();
  });

  it.each([
    ['could not be stored', () => (isDiskFull = true)],
    ['were begun more than four hours before', () => (answer = { ...answer, limit: 1 })],
  ])('of files that %s gives them up, and the visitor may try again', async (what, prepare) => {
    const before = await left();
    prepare();
    const body = new ReadableStream({
      start: async (stream) => {
        // Longer than a body that is read at once.
        const [head, rest] = partsOf('cv', 10);
        stream.enqueue(Buffer.concat([head, Buffer.alloc(1_200_000)]));
        await waitUntil(async () => (await left()) > before);
        if (what.includes('hours')) laterMs = 4 * 3_600_000 + 1_000;
        stream.enqueue(rest);
        stream.close();
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const refused = await send(await addForm(), { body, headers, duplex: 'half' } as RequestInit);
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    await untilGivenUp();
  });

  it('reaches account when it is there again, also where it had no time to answer', async () => {
    isAccountAway = true;
    isAnswerLost = true;
    expect((await send(await addForm(), small())).status).toBe(503);
    isAnswerLost = false;
    expect((await send(await addForm({ files: { types: ['.pdf'] } }), small())).status).toBe(422);
    isAccountAway = false;
    await untilGivenUp();
  });

  it.each([
    ['a control character', 'a\0b', 10],
    ['a control character, of a large file', 'a\0b', 1_200_000],
    ['201 characters', 'n'.repeat(201), 10],
    ['201 characters, of a large file', 'n'.repeat(201), 1_200_000],
  ])('of a file in a field whose name has %s', async (_, field, size) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const body = new Uint8Array(Buffer.concat(partsOf(field, size)));
    const { status } = await send(await addForm(), { body, headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    await untilGivenUp();
  });

  it('of a visitor who leaves in the middle keeps no half of a file, and gives the others up', async () => {
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
    await untilGivenUp();
  });
});
