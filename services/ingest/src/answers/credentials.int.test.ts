import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;
let endpointId: string;

beforeAll(async () => {
  redis = await createTestRedis();
  ingest = await startTestIngest({ redis });
  endpointId = await ingest.addForm({ allowedOrigins: ['https://example.com'] });
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
});

const origin = 'https://example.com';
const json = { 'content-type': 'application/json', origin };
const browser = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin };

async function ask(request: string, headers: OutgoingHttpHeaders, body?: string) {
  const [method, path = ''] = request.replace(':id', endpointId).split(' ');
  const outgoing = openRequest(ingest.url + path, { method, headers: { connection: 'close', ...headers } });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { date: _date, ...others } = answer.headersDistinct;
  return { status: answer.statusCode, headers: others, body: await text(answer) };
}

type Row = readonly [string, number, string, OutgoingHttpHeaders, string];
const rows: readonly Row[] = [
  ['a stored submission', 200, 'POST /f/:id', json, '{"a":1}'],
  ['a stored submission by the long address', 200, 'POST /api/forms/:id', json, '{"a":1}'],
  ['the thank-you page', 200, 'POST /f/:id', browser, 'a=1'],
  ['a redirect', 303, 'POST /f/:id', browser, `a=1&_next=${origin}/thanks`],
  ['a preflight', 204, 'OPTIONS /f/:id', { origin }, ''],
  ['a preflight by the long address', 204, 'OPTIONS /api/forms/:id', { origin }, ''],
  ['broken JSON', 400, 'POST /f/:id', json, '{'],
  ['a refusal as a page', 400, 'POST /f/:id', browser, ''],
  ['an unknown form', 404, 'POST /f/zzzzzzzzzzzz', json, '{"a":1}'],
  ['another method', 405, 'DELETE /f/:id', { origin }, ''],
  ['another type', 415, 'POST /f/:id', { ...json, 'content-type': 'text/csv' }, 'a'],
];
const cors = (headers: Readonly<Record<string, readonly string[] | undefined>>) => ({
  origin: headers['access-control-allow-origin'],
  credentials: headers['access-control-allow-credentials'],
  vary: headers.vary?.flatMap((value) => value.split(', ')) ?? [],
});

describe('a page that sends with credentials', () => {
  it.each<Row>(rows)('may read %s', async (_what, status, request, headers, body) => {
    const answer = await ask(request, headers, body);
    expect(answer.status).toBe(status);
    expect(cors(answer.headers)).toEqual({
      origin: [origin],
      credentials: ['true'],
      vary: expect.arrayContaining(['origin']),
    });
  });

  it('may read why its own origin is refused', async () => {
    const answer = await ask('POST /f/:id', { ...json, origin: 'https://other.example:8443' }, '{"a":1}');
    expect(answer.status).toBe(403);
    expect(cors(answer.headers)).toMatchObject({ origin: ['https://other.example:8443'], credentials: ['true'] });
  });

  it('may be opened from disk, in a sandboxed frame or in an app', async () => {
    for (const from of ['null', 'capacitor://localhost', 'chrome-extension://abcdefghij']) {
      expect(cors((await ask('OPTIONS /f/:id', { origin: from })).headers)).toMatchObject({ origin: [from] });
    }
  });

  it('may send the headers that it asks for, each by its name', async () => {
    const wanted = { origin, 'access-control-request-headers': 'content-type,idempotency-key' };
    const { headers } = await ask('OPTIONS /f/:id', wanted);
    expect(headers).toMatchObject({
      'access-control-allow-headers': ['content-type,idempotency-key'],
      'access-control-allow-methods': ['POST'],
    });
    expect(cors(headers).vary.toSorted()).toEqual(['access-control-request-headers', 'origin']);
  });
});

describe('a request without an origin', () => {
  it.each([
    ['none', {}],
    ['an empty one', { origin: '' }],
    ['a text that is none', { origin: 'https://a.example, https://b.example' }],
    ['a long one', { origin: `https://${'x'.repeat(301)}` }],
  ])('%s may be read by every page, without credentials', async (_what, headers) => {
    const answer = await ask('OPTIONS /f/:id', headers);
    expect(cors(answer.headers)).toEqual({
      origin: ['*'],
      credentials: undefined,
      vary: ['access-control-request-headers'],
    });
  });
});

describe('a cookie', () => {
  it.each<Row>(rows)('changes no byte of %s, and none is set', async (_what, _status, request, headers, body) => {
    // The key gives each submission the same id.
    const same = { ...headers, 'x-request-id': 'same-request-1', 'idempotency-key': request };
    const without = await ask(request, same, body);
    const withOne = await ask(request, { ...same, cookie: 'refresh=of-somebody; theme=dark' }, body);
    expect(withOne).toEqual(without);
    expect(withOne.headers).not.toHaveProperty('set-cookie');
    expect(JSON.stringify(ingest.lines)).not.toContain('of-somebody');
  });
});
