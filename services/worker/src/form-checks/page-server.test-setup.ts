import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface PageServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly countConnections: () => number;
}

/** A website at all addresses of loopback, so that a request to a refused one would be seen. It stops with the test. */
export async function startPageServer(answer: RequestListener): Promise<PageServer> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, requests, countConnections: () => connections };
}
