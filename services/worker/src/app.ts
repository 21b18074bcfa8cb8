import { pingPool } from '@inlet/db/open-pool';
import { createHttpApp } from '@inlet/service/http-app';
import type { Express } from 'express';
import type { WorkerDeps } from '#deps.ts';

/** The worker answers probes and nothing else. */
export function createWorkerApp(deps: WorkerDeps): Express {
  return createHttpApp({
    ...deps,
    dependencies: [
      { name: 'redis', check: deps.redisWatch.check },
      { name: 'database', check: () => pingPool(deps.pool) },
    ],
    stuck: deps.progress.standstill,
    routes: () => undefined,
  });
}
