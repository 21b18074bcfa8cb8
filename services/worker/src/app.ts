import { isDatabaseAway } from '@inlet/db/faults';
import { pingPool } from '@inlet/db/open-pool';
import { createHttpApp } from '@inlet/http/app';
import { requireInternal } from '@inlet/http/internal-token';
import { readJson } from '@inlet/http/read-body';
import { nameArea } from '@inlet/http/route-template';
import { validate } from '@inlet/http/validate';
import { directBatchSchema, directBodyBytesMax } from '@inlet/submissions/direct-batch';
import type { Express } from 'express';
import type { WorkerDeps } from '#deps.ts';
import { createFlushing } from '#submissions/counters/settle-counters.ts';
import { createStoreDirectly } from '#submissions/direct/store-directly.ts';

/**
 * Serves probes, and accepts batches of ingest while Redis cannot be used. `isPrepared` is false while erasures are
 * repeated after a restore.
 */
export function createWorkerApp(deps: WorkerDeps, isPrepared = () => true): Express {
  const storeDirectly = createStoreDirectly(deps);
  const flushing = createFlushing(deps);
  return createHttpApp({
    ...deps,
    dependencies: [
      // Without Redis it still accepts batches of ingest.
      { name: 'redis', check: deps.redisWatch.check, isOptional: true },
      { name: 'database', check: () => pingPool(deps.pool) },
      {
        name: 'erasures',
        check: async () => {
          if (!isPrepared()) throw new Error('Erasures are being repeated');
        },
      },
    ],
    stuck: deps.progress.standstill,
    isAway: isDatabaseAway,
    routes: (app) => {
      app.use('/internal', nameArea, requireInternal(deps.config.INTERNAL_TOKEN), readJson(directBodyBytesMax));
      app.post('/internal/batches', async (request, response) => {
        const answer = await storeDirectly(validate(directBatchSchema, request.body));
        const storedNothing = answer.full.some(Boolean);
        response.json({ ...answer, isFlushed: storedNothing || (await flushing.now()) });
      });
      app.post('/internal/batches/flush', async (_request, response) => {
        response.json(await flushing.all());
      });
    },
  });
}
