import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website on this machine whose pages a test writes. */
export interface Website {
  readonly origin: string;
  readonly pages: Map<string, string>;
  readonly close: () => Promise<void>;
}

export async function serveWebsite(): Promise<Website> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    // Browsers request an icon, and log its absence on the console.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    const text = pages.get(request.url ?? '');
    const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    pages,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
