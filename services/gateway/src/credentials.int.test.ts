import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ask, startGateway, startUpstream } from '#gateway.test-setup.ts';

const origin = 'https://example.com';
const cookie = 'refresh=of-somebody';
const long = 'x'.repeat(20_000);

type Row = readonly [string, string, Record<string, string>, string];
const requests: readonly Row[] = [
  ['a short body', 'POST', { 'content-length': '3' }, 'a=1'],
  ['a longer body', 'POST', { 'content-length': String(long.length) }, long],
  ['a body in chunks', 'POST', { 'transfer-encoding': 'chunked' }, 'a=1'],
  ['a body of more than a megabyte', 'POST', { 'content-length': '1000001' }, 'x'.repeat(1_000_001)],
  ['a preflight', 'OPTIONS', {}, ''],
  ['a look', 'GET', {}, ''],
];

describe.each(['/f/abc', '/api/forms/abc'])('%s', (path) => {
  it.each<Row>(requests)('reaches ingest without cookies: %s', async (_what, method, headers, body) => {
    const seen: unknown[] = [];
    const { url } = await startUpstream(async (incoming, response) => {
      seen.push(incoming.headers.cookie, incoming.headers.origin);
      await text(incoming);
      response.setHeader('access-control-allow-origin', origin).end('answer');
    });
    const gateway = await startGateway({ ingest: url });
    const request = { method, headers: { ...headers, cookie, origin }, ...(body && { body }) };
    const answer = await ask(gateway.url + path, request);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
    expect(seen).toEqual([undefined, origin]);
  });

  it('is refused by the gateway itself in a way that a page with credentials may read', async () => {
    const gateway = await startGateway();
    const { status, headers } = await ask(gateway.url + path, { method: 'POST', headers: { origin, cookie } });
    expect(status).toBe(503);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'origin',
    });
  });
});

it('keeps the cookies of account, which its sessions are in', async () => {
  const { url } = await startUpstream((incoming, response) => response.end(incoming.headers.cookie));
  const gateway = await startGateway({ account: url });
  expect((await ask(`${gateway.url}/api/auth/refresh`, { headers: { cookie } })).body).toBe(cookie);
});
