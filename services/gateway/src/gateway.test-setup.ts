import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listen } from '@inlet/http/server';
import { createMetrics } from '@inlet/observe/metrics';
import { createLifecycle, type Lifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { onTestFinished } from 'vitest';
import { createGatewayApp, createProbesApp } from '#app.ts';
import { loadConfig } from '#config.ts';

const host = '127.0.0.1';
const keepAliveTimeoutMs = 65_000;

export interface Upstream {
  readonly url: string;
  /** The number of connections so far. */
  readonly connectionCount: () => number;
  readonly stop: () => Promise<void>;
}

export interface TestGateway {
  readonly url: string;
  readonly port: number;
  readonly probesUrl: string;
  readonly webRoot: string;
  readonly lifecycle: Lifecycle;
  /** Messages in its log. */
  readonly logged: readonly string[];
}

/** Starts a service behind the gateway; it stops after the test. */
export async function startUpstream(answer: RequestListener, port = 0): Promise<Upstream> {
  let connections = 0;
  // Like our services, it leaves closing idle connections to the gateway.
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, answer).on('connection', () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The upstream has no port');
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return { url: `http://${host}:${address.port}`, connectionCount: () => connections, stop };
}

interface GatewayParts {
  readonly ingest?: string;
  readonly account?: string;
  /** Files of the web app by path. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** The operator of the installation. */
  readonly operator?: Readonly<Record<string, string>>;
  /** By default so short that a test sees an unavailable service at once. */
  readonly repeatForMs?: number;
}

// Nothing listens on port 1: services that are not given are unavailable.
const nobody = `http://${host}:1`;

/** Starts a gateway on a free port, in front of the given services and files. */
export async function startGateway({
  ingest = nobody,
  account = nobody,
  files = {},
  operator = {},
  repeatForMs = 100,
}: GatewayParts = {}) {
  const webRoot = await writeFiles(files);
  const config = loadConfig({
    INGEST_URL: ingest,
    ACCOUNT_URL: account,
    WEB_ROOT: webRoot,
    INTERNAL_TOKEN: 'internal-token-of-the-test-house',
    PUBLIC_URL: 'https://inlet.test',
    ...operator,
  });
  const logged: string[] = [];
  const write = (line: string) => {
    logged.push(JSON.parse(line).msg);
  };
  const logger = createLogger({ service: 'gateway', level: 'info' }, { write });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  const deps = { config, logger, lifecycle, metrics: createMetrics('gateway'), repeatForMs };
  const server = await listen(createGatewayApp(deps), { host, port: 0 });
  lifecycle.onClose('stop intake', 'http server', server.close);
  const probes = await listen(createProbesApp(deps), { host, port: 0 });
  lifecycle.onClose('flush', 'probes', probes.close);
  onTestFinished(async () => {
    await lifecycle.close('the test is over');
  });
  const gateway: TestGateway = {
    url: `http://${host}:${server.port}`,
    port: server.port,
    probesUrl: `http://${host}:${probes.port}`,
    webRoot,
    lifecycle,
    logged,
  };
  return gateway;
}

async function writeFiles(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  // The folder's name starts with a dot, because a clone may be inside such a folder.
  const folder = await mkdtemp(join(tmpdir(), '.inlet-gateway-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

export interface PlainAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with exactly these headers, which `fetch` would change. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<PlainAnswer> {
  const outgoing = request(url, { method, headers });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
