import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createApi } from '#connection/api.ts';
import { exitCodes } from '#exit-codes.ts';

/** An installation that answers each request in one way. */
async function openInstallation(answer: (response: ServerResponse, path: string) => void, timeoutMs = 100) {
  const server = createServer((request, response) => answer(response, request.url ?? ''));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createApi({ url, key: null, timeoutMs });
}

it.each([200, 500])('an answer with status %d that begins and does not end is a failure', async (status) => {
  const api = await openInstallation((response) => response.writeHead(status).write('{"error":'));
  await expect(api.call('listForms')).rejects.toMatchObject({ exitCode: exitCodes.away });
});

it('an answer that is too long is a failure, before all of it has arrived', async () => {
  const api = await openInstallation((response) => {
    const more = () => {
      while (response.write(' '.repeat(1_000_000)));
    };
    response.on('drain', more);
    more();
  }, 60_000);
  await expect(api.call('listForms')).rejects.toThrow(/longer than \d+ bytes/);
});

it('a stream takes longer than an answer may', async () => {
  const streams: ServerResponse[] = [];
  const api = await openInstallation((response, path) => {
    response.writeHead(200).flushHeaders();
    if (path.includes('/live')) streams.push(response);
  });
  const stream = await api.open('followSubmissions', { path: { id: 'a' } });
  // This call ends when its time is over, which began later than that of the stream.
  await expect(api.call('listForms')).rejects.toThrow('no answer within 0.1 seconds');
  streams[0]?.end('the end');
  expect(await stream.text()).toBe('the end');
});

it('what the caller ends is not a failure of the network', async () => {
  const ended = new AbortController();
  const api = await openInstallation((response) => {
    response.writeHead(200).write('{');
    ended.abort();
  });
  await expect(api.call('listForms', { signal: ended.signal })).rejects.toThrow('aborted');
});
