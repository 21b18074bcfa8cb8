import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@inlet/testing/free-port';
import { waitUntil } from '@inlet/testing/wait-until';

export interface IngestProcess {
  readonly url: string;
  readonly pid: number;
  readonly readiness: () => Promise<{ readonly status: number; readonly away: readonly string[] }>;
  readonly stop: () => Promise<void>;
}

export interface IngestProcessOptions {
  readonly redis: { readonly url: string; readonly prefix: string };
  readonly accountUrl: string;
}

const startTimeoutMs = 20_000;
const stopTimeoutMs = 10_000;

/** The ingest service as it runs in production: its own process, with nothing of the test's in it. */
export async function startIngestProcess({ redis, accountUrl }: IngestProcessOptions): Promise<IngestProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      INLET_MODE: 'local',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      ACCOUNT_URL: accountUrl,
      PUBLIC_URL: 'https://inlet.example',
      INTERNAL_TOKEN: 'internal-token-of-the-test-house',
    },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');

  async function readiness() {
    const response = await fetch(`${url}/readyz`);
    const { away = [] } = (await response.json()) as { away?: string[] };
    return { status: response.status, away };
  }

  async function stop(): Promise<void> {
    const kill = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(kill);
  }

  const isReady = () =>
    readiness().then(
      ({ status }) => status === 200,
      () => false,
    );
  try {
    await waitUntil(isReady, { timeoutMs: startTimeoutMs, what: 'ingest to be ready' });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, readiness, stop };
}
