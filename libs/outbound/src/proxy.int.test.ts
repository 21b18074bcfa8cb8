import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { allowLoopback, openReceiver, openTestOutbound } from '#guard.test-setup.ts';

/** A proxy that connects every name to this loopback port, except refused names. */
async function openProxy(port: number) {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, client) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('inside.')) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const receiver = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'));
    client
      .on('error', () => receiver.destroy())
      .pipe(receiver.on('error', () => client.destroy()))
      .pipe(client);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

it('sends everything through the proxy, which resolves the names', async () => {
  const { port, requests } = await openReceiver();
  const proxy = await openProxy(port);
  const lookup = () => expect.unreachable('the proxy resolves');
  const deliver = openTestOutbound({ allow: allowLoopback, proxy: proxy.url, lookup });
  expect(await deliver('http://receiver.test:8080/hook')).toMatchObject({ kind: 'answered', status: 200 });
  expect(proxy.asked).toEqual(['receiver.test:8080']);
  expect(requests[0]?.request.url).toBe('/hook');
});

it('reports that an address was refused if the proxy refuses it', async () => {
  const proxy = await openProxy(0);
  const deliver = openTestOutbound({ allow: allowLoopback, proxy: proxy.url });
  const error = 'The address was refused';
  expect(await deliver('https://inside.test/')).toMatchObject({ kind: 'failed', error });
  expect(await deliver('http://inside.test/')).toMatchObject({ kind: 'failed', error });
});

it.each(['https://10.0.0.1/', 'https://localhost/', 'http://receiver.test/', 'https://receiver.test:5432/'])(
  'does not ask the proxy for %s',
  async (url) => {
    const proxy = await openProxy(0);
    expect(await openTestOutbound({ proxy: proxy.url })(url)).toMatchObject({ kind: 'failed' });
    expect(proxy.asked).toEqual([]);
  },
);
