import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOf, networkPrefix } from '@inlet/http/client-address';
import { requestIdOf } from '@inlet/http/request-id';
import { parseTraceparent } from '@inlet/observe/traceparent';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { withoutHopByHop } from '#hop-by-hop.ts';

const from = (headers: IncomingMessage['headers']) => ({ headers, socket: { remoteAddress: '127.0.0.1' } }) as never;

const readers: Readonly<Record<string, TextReader>> = {
  clientAddress: (text) => clientAddress(from({ 'x-forwarded-for': text }), { trustedProxies: 1 }),
  'clientAddress: gateway': (text) =>
    clientAddress(from({ 'x-inlet-gateway': text }), { trustedProxies: 0, gatewayTokens: ['secret'] }),
  networkOf,
  networkPrefix,
  parseTraceparent,
  requestIdOf,
  withoutHopByHop: (connection) => withoutHopByHop({ connection }),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
