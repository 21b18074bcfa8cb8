import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress, gatewayHeader, networkOf, networkPrefix } from '#client-address.ts';

const gatewayToken = 'the-token-of-the-gateway';

function from(peer: string, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
}

describe('the address of a client', () => {
  it.each([
    ['is the peer where no proxy is trusted', 0, '9.9.9.9', { 'x-forwarded-for': '1.1.1.1' }, '9.9.9.9'],
    ['is what the one proxy saw', 1, '10.0.0.1', { 'x-forwarded-for': '1.1.1.1' }, '1.1.1.1'],
    ['is not what the client made up', 1, '10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 1.1.1.1' }, '1.1.1.1'],
    [
      'is what the outer of two proxies saw',
      2,
      '10.0.0.1',
      { 'x-forwarded-for': '6.6.6.6, 1.1.1.1, 10.0.0.2' },
      '1.1.1.1',
    ],
    ['is the peer where a proxy says nothing', 1, '10.0.0.1', {}, '10.0.0.1'],
    [
      'is the nearest known one where too few proxies speak',
      3,
      '10.0.0.1',
      { 'x-forwarded-for': '1.1.1.1' },
      '1.1.1.1',
    ],
    ['is plain where the socket speaks IPv6', 0, '::ffff:9.9.9.9', {}, '9.9.9.9'],
    ['is plain where a proxy adds the port', 1, '10.0.0.1', { 'x-forwarded-for': '1.1.1.1:4711' }, '1.1.1.1'],
    ['is plain in brackets', 1, '10.0.0.1', { 'x-forwarded-for': '[2001:db8::1]:4711' }, '2001:db8::1'],
    ['is an IPv6 address as it is', 1, '10.0.0.1', { 'x-forwarded-for': '2001:db8::1' }, '2001:db8::1'],
  ])('%s', (_what, trustedProxies, peer, headers, address) => {
    expect(clientAddress(from(peer, headers as Record<string, string>), { trustedProxies })).toBe(address);
  });

  it('is the one that the gateway forwards, if it proves to be the gateway', () => {
    const forwarded = { 'x-forwarded-for': '1.1.1.1' };
    const trust = { trustedProxies: 0, gatewayTokens: [gatewayToken, 'the-token-before-it'] };
    expect(clientAddress(from('10.0.0.1', { ...forwarded, [gatewayHeader]: gatewayToken }), trust)).toBe('1.1.1.1');
    expect(clientAddress(from('10.0.0.1', { ...forwarded, [gatewayHeader]: 'the-token-before-it' }), trust)).toBe(
      '1.1.1.1',
    );
    expect(clientAddress(from('10.0.0.1', { ...forwarded, [gatewayHeader]: 'guessed' }), trust)).toBe('10.0.0.1');
  });
});

describe('the network of an address', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('what a log names of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['', 'unknown'],
    ['made up: ada@example.com', 'unknown'],
    ['ada.lovelace@example.com', 'unknown'],
  ])('of %j is %s', (address, prefix) => {
    expect(networkPrefix(address)).toBe(prefix);
  });
});
