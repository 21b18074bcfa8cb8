import { describe, expect, it } from 'vitest';
import { allowLoopback, openReceiver, openTestOutbound, resolver } from '#guard.test-setup.ts';

/** Each of these is refused; those of loopback would reach the receiver. */
const spellings = [
  '127.0.0.1',
  'localhost',
  'localhost.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fec0::1]',
  '[fe80::1]',
  '[fd00::1]',
  '169.254.169.254',
  '100.64.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
];

describe('the guard', () => {
  it.each(spellings.flatMap((host) => ['http', 'https'].map((scheme) => ({ host, scheme }))))(
    'refuses $scheme://$host without a connection',
    async ({ host, scheme }) => {
      const { port, countConnections } = await openReceiver();
      const deliver = openTestOutbound();
      for (const url of [`${scheme}://${host}:${port}/`, `${scheme}://${host}/`]) {
        expect(await deliver(url)).toMatchObject({ kind: 'failed', error: 'The address is not public' });
      }
      expect(countConnections()).toBe(0);
    },
  );

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['127.0.0.1', '192.0.2.1'],
  ])('refuses a name with the addresses %s and %s without a connection', async (...addresses) => {
    const { port, countConnections } = await openReceiver();
    // One good address is allowed, and the other one makes the whole list fail.
    const deliver = openTestOutbound({
      allow: { isEmpty: false, includes: (address) => address !== addresses[1] },
      lookup: resolver(addresses),
    });
    expect(await deliver(`http://receiver.test:${port}/`)).toMatchObject({ error: 'The address is not public' });
    expect(countConnections()).toBe(0);
  });

  it('asks the resolver once for a connection, so a name cannot change between judging and connecting', async () => {
    const { port, countConnections } = await openReceiver();
    const judged: string[] = [];
    const isPublic = (address: string) => judged.push(address) > 0 && address === '127.0.0.2';
    const lookup = resolver(['127.0.0.2'], ['127.0.0.1']);
    const deliver = openTestOutbound({
      allow: { isEmpty: false, includes: isPublic },
      lookup,
      isPublic,
    });
    expect(await deliver(`http://rebinding.test:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
    expect(new Set(judged)).toEqual(new Set(['127.0.0.2']));
    expect(countConnections()).toBe(1);
  });

  it('refuses a name that resolves to loopback the second time', async () => {
    const { port, countConnections } = await openReceiver(
      (_, response) => void response.setHeader('connection', 'close').end(),
    );
    const deliver = openTestOutbound({
      allow: { isEmpty: false, includes: (address) => address === '127.0.0.2' },
      lookup: resolver(['127.0.0.2'], ['127.0.0.1']),
    });
    expect(await deliver(`http://rebinding.test:${port}/`)).toMatchObject({ kind: 'answered' });
    expect(await deliver(`http://rebinding.test:${port}/`)).toMatchObject({ error: 'The address is not public' });
    expect(countConnections()).toBe(1);
  });

  it('judges the connected socket again and sends it nothing', async () => {
    const { port, requests } = await openReceiver();
    let questions = 0;
    const includes = () => {
      questions += 1;
      return questions === 1;
    };
    const deliver = openTestOutbound({ allow: { isEmpty: false, includes }, lookup: resolver(['127.0.0.1']) });
    expect(await deliver(`http://receiver.test:${port}/`)).toMatchObject({ error: 'The address is not public' });
    expect(questions).toBe(2);
    expect(requests).toEqual([]);
  });

  it.each(['http://receiver.test:PORT/', 'http://receiver.test/', 'https://receiver.test:PORT/'])(
    'reaches public addresses by https on its usual ports only, not %s',
    async (url) => {
      const { port, countConnections } = await openReceiver();
      const deliver = openTestOutbound({ isPublic: () => true, lookup: resolver(['127.0.0.1']) });
      expect(await deliver(url.replace('PORT', String(port)))).toMatchObject({
        error: 'Only https on the ports 443 and 8443 is allowed',
      });
      expect(countConnections()).toBe(0);
    },
  );

  it('holds these ports for public addresses also if other addresses are allowed', async () => {
    const { port, countConnections } = await openReceiver();
    const deliver = openTestOutbound({
      allow: { isEmpty: false, includes: () => false },
      isPublic: () => true,
      lookup: resolver(['127.0.0.1']),
    });
    expect(await deliver(`http://receiver.test:${port}/`)).toMatchObject({
      error: 'Only https on the ports 443 and 8443 is allowed',
    });
    expect(countConnections()).toBe(0);
  });

  it.each(['http://127.0.0.1:PORT/hook?a=1', 'http://localhost:PORT/hook?a=1', 'http://[::1]:PORT/hook?a=1'])(
    'reaches an allowed address by http on any port: %s',
    async (url) => {
      const { port, requests } = await openReceiver();
      const deliver = openTestOutbound({ allow: allowLoopback });
      const answer = await deliver(url.replace('PORT', String(port)), { headers: { 'x-token': 'a' }, body: '{"a":1}' });
      expect(answer).toMatchObject({ kind: 'answered', status: 200, body: 'ok', headers: {} });
      expect(requests[0]).toMatchObject({ body: '{"a":1}', request: { method: 'POST', url: '/hook?a=1' } });
      expect(requests[0]?.request.headers).toMatchObject({ 'x-token': 'a', 'accept-encoding': 'identity' });
    },
  );

  it('follows no redirect', async () => {
    const hidden = await openReceiver();
    const location = `http://127.0.0.1:${hidden.port}/secret`;
    const { port } = await openReceiver((_, response) => void response.writeHead(307, { location }).end());
    const deliver = openTestOutbound({ allow: allowLoopback });
    expect(await deliver(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 307, headers: { location } });
    expect(hidden.countConnections()).toBe(0);
  });
});
