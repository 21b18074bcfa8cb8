import { join } from 'node:path';
import { type ServiceProcess, startServiceProcess } from '@inlet/testing/service-process';

export interface IngestProcess extends ServiceProcess {
  readonly readiness: () => Promise<{ readonly status: number; readonly away: readonly string[] }>;
}

export interface IngestProcessOptions {
  readonly redis: { readonly url: string; readonly prefix: string };
  readonly accountUrl: string;
  /** By default nothing listens there. */
  readonly workerUrl?: string;
  readonly nodeOptions?: readonly string[];
}

/** Runs ingest as in production: as a separate process, with nothing of the test in it. */
export async function startIngestProcess(options: IngestProcessOptions): Promise<IngestProcess> {
  const { redis, accountUrl, workerUrl = 'http://127.0.0.1:9', ...others } = options;
  const ingest = await startServiceProcess({
    ...others,
    program: join(import.meta.dirname, 'main.ts'),
    env: {
      RATE_LIMITS: 'off',
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      ACCOUNT_URL: accountUrl,
      WORKER_URL: workerUrl,
      PUBLIC_URL: 'https://inlet.example',
      INTERNAL_TOKEN: 'internal-token-of-the-test-house',
    },
  });
  return {
    ...ingest,
    readiness: async () => {
      const response = await fetch(`${ingest.url}/readyz`);
      const { away = [] } = (await response.json()) as { away?: string[] };
      return { status: response.status, away };
    },
  };
}
