import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { onTestFinished } from 'vitest';
import type { openCli } from '#cli.test-setup.ts';

type Cli = Awaited<ReturnType<typeof openCli>>;

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** A developer's program that takes webhooks. */
export async function startProgram() {
  const received: Received[] = [];
  const statuses: number[] = [];
  let port = 0;
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), atMs: Date.now() });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  const open = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await open();
  onTestFinished(close);
  return {
    url: `http://localhost:${port}/webhook`,
    received,
    /** Further answers have these statuses, and then 204. */
    answerNext: (...next: number[]) => void statuses.push(...next),
    /** Stops to listen, and listens again at the same port. */
    ...{ open, close },
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
  };
}

/** A connection to the product that a test can cut. */
export async function startLine(goal: string) {
  const { hostname, port } = new URL(goal);
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.once('error', () => undefined);
      socket.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

/** Starts `inlet listen`, and collects what it prints. */
export function startListening(cli: Cli, url: string, args: readonly string[]) {
  const startMs = performance.now();
  const child = cli.start(['listen', '--json', ...args], { url });
  const printed: Record<string, unknown>[] = [];
  const notes: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(JSON.parse(line)));
  createInterface({ input: child.stderr }).on('line', (line) => notes.push(line));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    ...{ child, printed, notes, ended },
    /** Resolves with the milliseconds that it took to be ready. */
    ready: async () => {
      const isOver = () => child.exitCode !== null;
      const isReady = () => printed.find(({ type }) => type === 'ready');
      await waitUntil(() => isOver() || isReady(), { what: 'the command to be ready', intervalMs: 5 });
      const ms = performance.now() - startMs;
      if (!isReady()) throw new Error(`listen ended: ${notes.join('\n')}`);
      return ms;
    },
    forwarded: () => printed.filter(({ type }) => type === 'forwarded'),
    stop: async () => {
      child.kill('SIGINT');
      return await ended;
    },
  };
}

/** The secret that signs what is forwarded from this address. */
export async function secretOf(cli: Cli, url: string): Promise<string> {
  const { code, stdout } = await cli.run(['listen', '--print-secret'], { url, token: null });
  if (code !== 0) throw new Error(`listen --print-secret ended with ${code}`);
  return stdout.trim();
}

/** Sends submissions to the form, one after the other, and returns their ids. */
export async function send({ url, form }: Cli, from: number, to: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = from; n < to; n += 1) {
    const response = await fetch(`${url}/api/forms/${form.endpointId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: `{"n":${n},"price":1.0}`,
    });
    const { submissionId } = (await response.json()) as { submissionId?: string };
    if (submissionId === undefined) throw new Error(`A submission got ${response.status}`);
    ids.push(submissionId);
  }
  return ids;
}
