import { pingPool } from '@inlet/db/open-pool';
import { createHttpApp } from '@inlet/service/http-app';
import type { Express } from 'express';
import type { WorkerDeps } from '#deps.ts';

/** The worker answers probes and nothing else. `isPrepared` is false while it repeats erasures after a restore. */
export function createWorkerApp(deps: WorkerDeps, isPrepared = () => true): Express {
  return createHttpApp({
    ...deps,
    dependencies: [
      { name: 'redis', check: deps.redisWatch.check },
      { name: 'database', check: () => pingPool(deps.pool) },
      {
        name: 'erasures',
        check: async () => {
          if (!isPrepared()) throw new Error('Erasures are being repeated');
        },
      },
    ],
    stuck: deps.progress.standstill,
    routes: () => undefined,
  });
}
