import { connect } from 'node:net';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { cases } from '@inlet/testing/config';
import { hostileRequests } from '@inlet/testing/hostile-submissions';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { tryRequests } from '@inlet/testing/try-requests';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { costlyBodies } from '#costly-bodies.test-setup.ts';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;
let endpointId: string;

beforeAll(async () => {
  redis = await createTestRedis();
  ingest = await startTestIngest({ redis });
  endpointId = await ingest.addForm({ submissionLimit: 100_000 });
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
});
// After any bytes, the next valid request is accepted.
afterEach(async () => {
  expect(statusesOf(await send(post('{"honest":true}')))).toEqual([200]);
});

/** A raw request; `headers` may contradict the body. */
function post(body: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const all = {
    host: 'inlet.example',
    'content-type': 'application/json',
    connection: 'close',
    'content-length': Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /f/${endpointId} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

function chunked(chunks: readonly string[], headers: Readonly<Record<string, string>> = {}): string {
  const request = post('', { 'transfer-encoding': 'chunked', ...headers }).replace(/content-length: \d+\r\n/, '');
  return request + chunks.join('');
}

/** Writes bytes, and reads until the server has closed; with `thenEnd`, this side closes first. */
function send(bytes: string, { thenEnd = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(ingest.url);
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // The server may close while we are still writing; its earlier response counts.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
    if (thenEnd) socket.end();
  });
}

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const codeOf = (answer: string): string | undefined => /"code":"([a-z_]+)"/.exec(answer)?.[1];
const queuedJobs = () => ingest.redis.llen(`${ingest.keys.queues}:submissions:wait`);

/** JSON of exactly this many bytes. */
function jsonOf(bytes: number): string {
  const frame = '{"a":""}';
  return `{"a":"${'x'.repeat(bytes - frame.length)}"}`;
}

describe('a body that lies about its length', () => {
  it('and is longer, is refused for the rest, which is no request', async () => {
    const answer = await send(post('{"a":1}rest\r\n\r\n', { 'content-length': 7, connection: 'keep-alive' }));
    // Node closes the connection at the rest; the response to the earlier bytes may already have been sent.
    expect(statusesOf(answer).at(-1)).toBe(400);
  });

  it('and is shorter, is not stored', async () => {
    const before = await queuedJobs();
    const answer = await send(post('{"a":1}', { 'content-length': 5_000 }), { thenEnd: true });
    expect(statusesOf(answer).filter((status) => status < 400)).toEqual([]);
    expect(await queuedJobs()).toBe(before);
  });

  it.each([
    ['with two lengths', { 'content-length': '7\r\ncontent-length: 8' }],
    ['with a length and chunks', { 'transfer-encoding': 'chunked' }],
    ['with a length below zero', { 'content-length': '-1' }],
    ['with a length that is no number', { 'content-length': '7abc' }],
  ])('%s is refused', async (_what, headers) => {
    expect(statusesOf(await send(post('{"a":1}', headers)))).toEqual([400]);
  });
});

describe('the size of a body', () => {
  it('may be a million bytes', async () => {
    expect(statusesOf(await send(post(jsonOf(1_000_000))))).toEqual([200]);
  });

  it('may not be one more', async () => {
    const answer = await send(post(jsonOf(1_000_001)));
    expect([statusesOf(answer), codeOf(answer)]).toEqual([[413], 'too_large']);
  });

  it('is the same in chunks', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const inChunks = (bytes: number) => {
      const json = jsonOf(bytes);
      return chunked([chunk(json.slice(0, 600_000)), chunk(json.slice(600_000)), '0\r\n\r\n']);
    };
    expect(statusesOf(await send(inChunks(1_000_000)))).toEqual([200]);
    expect(statusesOf(await send(inChunks(1_000_001)))).toEqual([413]);
  });

  it('that is announced as enormous is refused before it comes', async () => {
    const answer = await send(post('', { 'content-length': 10_000_000_000 }), { thenEnd: true });
    expect([statusesOf(answer)[0], codeOf(answer)]).toEqual([413, 'too_large']);
  });
});

describe('a body that is made to cost much', () => {
  it.each(costlyBodies)('$what is refused', async ({ status, body, contentType }) => {
    expect(statusesOf(await send(post(body, { 'content-type': contentType })))).toEqual([status]);
  });

  it('compressed, is refused unopened', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'gzip, gzip']) {
      const answer = await send(post('\x1f\x8b', { 'content-encoding': encoding }));
      expect([statusesOf(answer), codeOf(answer)]).toEqual([[415], 'unsupported_type']);
    }
  });

  it('of three hundred connections that send half a request each, takes nothing from the others', async () => {
    const { hostname, port } = new URL(ingest.url);
    const half = post('{"a":1}').slice(0, -3);
    const sockets = Array.from({ length: 300 }, () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      socket.write(half);
      return socket;
    });
    try {
      const honest = await Promise.all(Array.from({ length: 20 }, () => send(post('{"a":1}'))));
      expect(honest.flatMap(statusesOf)).toEqual(Array(20).fill(200));
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

describe('requests on one connection', () => {
  it('that come all at once are all answered', async () => {
    const many = Array.from({ length: 19 }, (_, n) => post(`{"n":${n}}`, { connection: 'keep-alive' }));
    const answer = await send(many.join('') + post('{"n":19}'));
    expect(statusesOf(answer)).toEqual(Array(20).fill(200));
  });

  it('are each judged alone', async () => {
    const answer = await send(
      [post('{"a":1}', { connection: 'keep-alive' }), post('[]', { connection: 'keep-alive' }), post('{"a":1}')].join(
        '',
      ),
    );
    expect(statusesOf(answer)).toEqual([200, 400, 200]);
  });
});

describe('chunks', () => {
  it('may carry extensions and trailers, which mean nothing', async () => {
    const answer = await send(chunked(['3;name=value\r\n{"a\r\n', '4;x="y"\r\n":1}\r\n', '0\r\nx-trailer: 1\r\n\r\n']));
    expect(statusesOf(answer)).toEqual([200]);
  });

  it.each([
    ['whose length is no number', 'zz\r\n{"a":1}\r\n0\r\n\r\n', 400],
    ['whose length is too great a number', `${'f'.repeat(20)}\r\n{}`, 400],
    ['whose extensions have no end', `7;${'x'.repeat(20_000)}\r\n{"a":1}\r\n0\r\n\r\n`, 413],
  ])('%s are refused', async (_what, chunks, status) => {
    expect(statusesOf(await send(chunked([chunks])))).toEqual([status]);
  });
});

describe('the headers', () => {
  it('may have nearly 16 KiB, and not more', async () => {
    expect(statusesOf(await send(post('{"a":1}', { 'x-long': 'x'.repeat(16_000) })))).toEqual([200]);
    expect(statusesOf(await send(post('{"a":1}', { 'x-long': 'x'.repeat(16_384) })))).toEqual([431]);
  });

  it('may name any origin and user agent without harm', async () => {
    const odd = { origin: 'é\x01ÿ', 'user-agent': 'x'.repeat(8_000), referer: '\\\\"; drop' };
    expect(statusesOf(await send(post('{"a":1}', odd)))[0]).toBeLessThan(500);
  });
});

/** Every submission that waits for the worker, as it will be stored. */
async function queuedFields(): Promise<Record<string, unknown>[]> {
  const { queues } = ingest.keys;
  const ids = await ingest.redis.lrange(`${queues}:submissions:wait`, 0, -1);
  const jobs = await Promise.all(ids.map((id) => ingest.redis.hget(`${queues}:submissions:${id}`, 'data')));
  const batches = jobs.map((data) => submissionBatchSchema.parse(JSON.parse(data ?? '')));
  return batches.flatMap(unpackBatch).map(({ json }) => JSON.parse(json));
}

describe('generated requests', () => {
  it('are stored as they were meant, or refused, and none is a failure', async () => {
    let count = 0;
    const requests = hostileRequests(`/f/${endpointId}`, () => `mark ${++count}`);
    const { faults, expected } = await tryRequests([ingest.url], fc.sample(requests, cases(300)));
    expect(faults).toEqual([]);
    const stored = new Map((await queuedFields()).map((fields) => [fields.mark, fields]));
    for (const fields of expected) expect(stored.get(fields.mark)).toEqual(JSON.parse(JSON.stringify(fields)));
  });
});
