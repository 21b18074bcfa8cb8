import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createAllowList } from '#allow-list.ts';
import { createOutbound } from '#create-outbound.ts';
import type { OutgoingRequest } from '#exchange.ts';
import type { Lookup } from '#guarded-connector.ts';
import type { OutboundOptions } from '#open-outbound.ts';

export const allowNothing = createAllowList([]);
export const allowLoopback = createAllowList(['127.0.0.0/8', '::1']);

interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** A receiver on loopback, for IPv4 and IPv6, that counts its connections. */
export async function openReceiver(answer: RequestListener = (_, response) => void response.end('ok')) {
  const requests: Received[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({ request, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, requests, countConnections: () => connections, close };
}

export function openTestOutbound(options: Partial<OutboundOptions> = {}) {
  const outbound = createOutbound({ allow: allowNothing, ...options });
  onTestFinished(() => outbound.close());
  return (url: string, request: Partial<OutgoingRequest> = {}, signal = new AbortController().signal) =>
    outbound.deliver({ url, method: 'POST', headers: {}, body: '{}', ...request }, signal);
}

/** A resolver that returns the next of these lists on each lookup, and then keeps returning the last one. */
export function resolver(...answers: readonly (readonly string[])[]): Lookup {
  let question = 0;
  return (_host, _options, answer) => {
    const addresses = answers[Math.min(question, answers.length - 1)] ?? [];
    question += 1;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => answer(null, found));
  };
}
