import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOf, networkPrefix } from '@inlet/service/client-address';
import { readFastHead } from '@inlet/service/fast-request';
import { requestIdOf } from '@inlet/service/request-id';
import { parseTraceparent } from '@inlet/service/traceparent';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { readFastAnswer } from '#fast-answer.ts';
import { withoutHopByHop } from '#hop-by-hop.ts';

const from = (headers: IncomingMessage['headers']) => ({ headers, socket: { remoteAddress: '127.0.0.1' } }) as never;
const headOf = (text: string) => Buffer.from(`POST /f/a HTTP/1.1\r\nhost: a\r\n${text}\r\n\r\n`);
const answerOf = (head: string, body: string) => Buffer.from(`HTTP/1.1 200 OK${head}\r\n\r\n${body}`);

const readers: Readonly<Record<string, TextReader>> = {
  clientAddress: (text) => clientAddress(from({ 'x-forwarded-for': text }), { trustedProxies: 1 }),
  'clientAddress: gateway': (text) =>
    clientAddress(from({ 'x-inlet-gateway': text }), { trustedProxies: 0, gatewayTokens: ['secret'] }),
  networkOf,
  networkPrefix,
  parseTraceparent,
  requestIdOf,
  'readFastHead: header': (text) => readFastHead(headOf(`x-header: ${text}`), 0),
  'readFastHead: headers': (text) => readFastHead(headOf(text), 0),
  'readFastHead: path': (text) => readFastHead(Buffer.from(`POST /${text} HTTP/1.1\r\n\r\n`), 0),
  withoutHopByHop: (connection) => withoutHopByHop({ connection }),
  'readFastAnswer: header': (text) => readFastAnswer(answerOf(`\r\nlocation: ${text}`, ''), 0),
  'readFastAnswer: body': (text) => readFastAnswer(answerOf(`\r\ncontent-length: ${Buffer.byteLength(text)}`, text), 0),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
