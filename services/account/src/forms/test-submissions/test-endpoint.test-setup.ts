import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { v7 as uuidv7 } from 'uuid';

export interface TestEndpoint {
  readonly url: string;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: unknown }[];
  /** Sets its response from now on. */
  readonly answer: (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => void;
  readonly close: () => Promise<void>;
}

/** A fake ingest, which is a remote service here. */
export async function startTestEndpoint(): Promise<TestEndpoint> {
  const requests: TestEndpoint['requests'] = [];
  let reply = { status: 200, body: { success: true, submissionId: uuidv7() } as unknown, headers: {} };
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers, body: await json(request) });
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (status, body, headers = {}) => {
      reply = { status, body, headers };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
