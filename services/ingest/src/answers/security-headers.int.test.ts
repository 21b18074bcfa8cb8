import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request as openRequest } from 'node:http';
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

/** The raw headers of a response, so that duplicates are visible. */
async function ask(request: string, headers: OutgoingHttpHeaders = {}, body?: string) {
  const [method, path = ''] = request.replace(':id', endpointId).split(' ');
  const outgoing = openRequest(ingest.url + path, { method, headers: { connection: 'close', ...headers } });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, headers: answer.headersDistinct };
}

const origin = 'https://example.com';
const json = { 'content-type': 'application/json', origin };
const browser = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin };
const everywhere = {
  'x-content-type-options': ['nosniff'],
  'strict-transport-security': ['max-age=31536000; includeSubDomains'],
  'cache-control': ['no-store'],
};
const data = {
  ...everywhere,
  'content-security-policy': ["default-src 'none'; frame-ancestors 'none'"],
  'referrer-policy': ['no-referrer'],
};
const page = {
  ...everywhere,
  'content-type': ['text/html; charset=utf-8'],
  'content-security-policy': [
    "default-src 'none'; style-src 'unsafe-inline'; font-src https://inlet.example/fonts/inter-latin.woff2; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  'referrer-policy': ['no-referrer'],
};
/** The next website learns where its visitor comes from, as it would without Inlet in between. */
const onward = { ...data, 'referrer-policy': ['strict-origin-when-cross-origin'] };

type Row = readonly [string, number, string, OutgoingHttpHeaders, string | undefined, object];

describe('the security headers stand on', () => {
  it.each<Row>([
    ['a stored submission', 200, 'POST /f/:id', json, '{"a":1}', data],
    ['a stored submission by the long address', 200, 'POST /api/forms/:id', json, '{"a":1}', data],
    ['the thank-you page of a form', 200, 'POST /f/:id', browser, 'a=1', page],
    ['the thank-you page', 200, 'GET /f/:id/thanks', {}, undefined, page],
    ['a redirect', 303, 'POST /f/:id', browser, `a=1&_next=${origin}/thanks`, onward],
    ['a preflight', 204, 'OPTIONS /f/:id', {}, undefined, onward],
    ['broken JSON', 400, 'POST /f/:id', json, '{', data],
    ['a refusal as a page', 400, 'POST /f/:id', browser, '', page],
    ['a foreign origin', 403, 'POST /f/:id', { ...json, origin: 'https://evil.example' }, '{"a":1}', data],
    ['an unknown form', 404, 'POST /f/zzzzzzzzzzzz', json, '{"a":1}', data],
    ['an unknown form as a page', 404, 'POST /f/zzzzzzzzzzzz', browser, 'a=1', page],
    ['another method', 405, 'DELETE /f/:id', {}, undefined, data],
    ['the address opened in a browser', 405, 'GET /f/:id', { accept: 'text/html' }, undefined, page],
    ['a body that is too large', 413, 'POST /f/:id', json, `{"a":"${'x'.repeat(1_000_001)}"}`, data],
    ['another type', 415, 'POST /f/:id', { ...json, 'content-type': 'text/csv' }, 'a', data],
    ['an address that is none', 404, 'GET /nothing', {}, undefined, data],
    ['the probe of life', 200, 'GET /livez', {}, undefined, data],
    ['the probe of readiness', 200, 'GET /readyz', {}, undefined, data],
    ['the metrics', 200, 'GET /metrics', {}, undefined, data],
  ])('%s', async (_what, status, request, headers, body, expected) => {
    expect(await ask(request, headers, body)).toMatchObject({ status, headers: expected });
  });
});
