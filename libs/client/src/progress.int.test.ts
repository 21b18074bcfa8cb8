// @vitest-environment jsdom
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { withProgress } from '#progress.ts';
import { post } from '#sending/post.ts';

it('passes on when a form with files may be sent again', async () => {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-expose-headers': 'retry-after',
  };
  const server = createServer(({ method }, response) => {
    if (method === 'OPTIONS') return response.writeHead(204, headers).end();
    response.writeHead(503, { ...headers, 'retry-after': '60' }).end('{"code":"unavailable"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f/abc`;
  const fields = new FormData();
  fields.append('cv', new File(['x'], 'cv.txt'));
  const shares: number[] = [];
  const submission = { endpoint, key: 'a key', fields, createdAt: 0 };
  const transport = withProgress((share) => shares.push(share));
  const refused = { state: 'refused', code: 'unavailable', retryAfterMs: 60_000 };
  expect(await post(submission, transport)).toMatchObject(refused);
  expect(shares.at(-1)).toBe(1);
});
