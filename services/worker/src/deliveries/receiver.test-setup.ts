import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly afterMs?: number;
  /** Closes the connection without an answer. */
  readonly isBroken?: boolean;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The ids of the events in the order in which they came. */
  readonly ids: () => string[];
  /** Decides each answer; without it, 204. */
  answer: (request: Received, count: number) => Answer;
}

/** A server of somebody's on loopback that takes deliveries. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const arrived = { headers: request.headers, body: await text(request), atMs: Date.now() };
    received.push(arrived);
    const {
      status = 204,
      headers = {},
      body = '',
      afterMs = 0,
      isBroken = false,
    } = receiver.answer(arrived, received.length);
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs).unref());
    if (isBroken) return void request.socket.destroy();
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    answer: () => ({}),
  };
  return receiver;
}
