import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/**
 * A server of the form's owner. It returns 500 for a body that contains `answer.failsFor`, and `answer.status` for
 * others.
 */
export async function openReceiver() {
  const received: Received[] = [];
  const answer: { status: number; failsFor?: string } = { status: 200 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    const status = answer.failsFor !== undefined && body.includes(answer.failsFor) ? 500 : answer.status;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`Answered ${status}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
