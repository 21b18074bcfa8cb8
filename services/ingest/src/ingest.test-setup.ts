import { randomBytes } from 'node:crypto';
import type { FormEntry } from '@inlet/contracts/form-directory';
import { type HttpServer, listen } from '@inlet/http/server';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { type Lane, mainLane, openLanes } from '@inlet/redis/lanes';
import { monthOf } from '@inlet/submissions/months';
import { makeCounter } from '@inlet/testing/counters';
import { createIngestApp } from '#app.ts';
import { type IngestConfig, loadConfig } from '#config.ts';
import { type IngestDeps, openDeps } from '#deps.ts';

const connectTimeoutMs = 60_000;

export interface TestIngest {
  readonly url: string;
  readonly config: IngestConfig;
  /** The lines of its log. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** The connection and keys of lane 0. */
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  /** A lane with a connection of the test. */
  readonly laneAt: (number: number) => Lane;
  /**
   * Puts a form into the directory and makes its owner's counter in its lane, as account does, and returns its endpoint
   * id.
   */
  readonly addForm: (form?: Partial<FormEntry> & { readonly endpointId?: string }) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface TestIngestOptions {
  readonly redis: { readonly url: string; readonly prefix: string };
  readonly accountUrl?: string;
  readonly workerUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Replaces some dependencies. */
  readonly replace?: (opened: IngestDeps) => Partial<IngestDeps>;
}

/** A complete ingest on a free port. */
export async function startTestIngest({
  redis: server,
  accountUrl,
  workerUrl,
  env = {},
  replace,
}: TestIngestOptions): Promise<TestIngest> {
  const config = loadConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    INLET_MODE: 'local',
    RATE_LIMITS: 'off',
    REDIS_URL: server.url,
    REDIS_PREFIX: server.prefix,
    ACCOUNT_URL: accountUrl ?? 'http://127.0.0.1:9',
    WORKER_URL: workerUrl ?? 'http://127.0.0.1:9',
    PUBLIC_URL: 'https://inlet.example',
    INTERNAL_TOKEN: 'internal-token-of-the-test-house',
    ...env,
  });
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    lines.push(JSON.parse(line));
  };
  const logger = createLogger({ service: 'ingest', level: 'info' }, { write });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  const deps = await openDeps({ config, logger, lifecycle });
  const app = createIngestApp({ ...deps, ...replace?.(deps) });
  const http: HttpServer = await listen(app, { host: config.HOST, port: 0 });
  lifecycle.onClose('stop intake', 'http server', http.close);

  const lanes = openLanes({ config, role: 'client', name: 'test', logger, lifecycle });
  await Promise.all(lanes.map(({ redis }) => waitUntilConnected(redis, connectTimeoutMs)));
  const { redis, keys } = mainLane(lanes);
  const laneAt = (number: number) => {
    const lane = lanes[number];
    if (!lane) throw new Error(`Ingest has no lane ${number}`);
    return lane;
  };
  await redis.set(keys.formsComplete, '1');

  return {
    url: `http://127.0.0.1:${http.port}`,
    config,
    lines,
    redis,
    keys,
    laneAt,
    addForm: async ({ endpointId = newEndpointId(), ...overrides } = {}) => {
      const entry: FormEntry = {
        id: crypto.randomUUID(),
        userId: crypto.randomUUID(),
        name: 'Contact',
        isActive: true,
        allowedOrigins: [],
        submissionLimit: 1_000,
        byteLimit: 1_000_000_000,
        bodyMaxBytes: null,
        ...overrides,
      };
      await redis.set(keys.form(endpointId), JSON.stringify(entry));
      const lane = laneAt(entry.lane ?? 0);
      await makeCounter(lane.redis, lane.keys, { userId: entry.userId, month: monthOf(Date.now()) });
      await redis.publish(keys.formChanges, endpointId);
      return endpointId;
    },
    close: async () => {
      await lifecycle.close('end of the test');
    },
  };
}

function newEndpointId(): string {
  return randomBytes(6).toString('hex');
}
