import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly key: string | undefined;
  readonly body: string;
}

export interface Endpoint {
  readonly url: string;
  readonly received: Received[];
  /** Answers the request that waits longest, or the next one. */
  readonly answer: (status: number, body: object) => void;
}

export const accepted = {
  success: true,
  submissionId: 'the-id',
  message: 'Thank you',
  next: 'https://inlet.test/thanks',
};

/** The far side of the network: an endpoint whose answers a test gives. It stops with the test. */
export async function startEndpoint(): Promise<Endpoint> {
  const received: Received[] = [];
  const waiting: ServerResponse[] = [];
  const answers: [number, object][] = [];
  const settle = () => {
    while (waiting.length > 0 && answers.length > 0) {
      const [status, body] = answers.shift() ?? [500, {}];
      waiting.shift()?.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
  };
  const server = createServer(async (request: IncomingMessage, response) => {
    const key = request.headers['idempotency-key'];
    received.push({ key: typeof key === 'string' ? key : undefined, body: await text(request) });
    waiting.push(response);
    settle();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/f/abcdefghijkl`,
    received,
    answer: (status, body) => {
      answers.push([status, body]);
      settle();
    },
  };
}
