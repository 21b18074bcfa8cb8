import { isDatabaseAway } from '@inlet/db/faults';
import { pingPool } from '@inlet/db/open-pool';
import { createHttpApp } from '@inlet/http/app';
import { requireInternal } from '@inlet/http/internal-token';
import { readJson } from '@inlet/http/read-body';
import { nameArea } from '@inlet/http/route-template';
import { validate } from '@inlet/http/validate';
import { directBatchSchema, directBodyBytesMax } from '@inlet/submissions/direct-batch';
import type { Express } from 'express';
import * as z from 'zod';
import type { WorkerDeps } from '#deps.ts';
import { createFlushing } from '#submissions/counters/settle-counters.ts';
import { createStoreDirectly } from '#submissions/direct/store-directly.ts';

/** A service of the previous release sends no body, and means lane 0. */
const flushSchema = z.object({ lane: z.int().nonnegative().optional() });

/**
 * Serves probes, and accepts batches of ingest while Redis cannot be used. `isPrepared` is false while erasures are
 * repeated after a restore.
 */
export function createWorkerApp(deps: WorkerDeps, isPrepared = () => true): Express {
  const storeDirectly = createStoreDirectly(deps);
  const flushing = createFlushing(deps, 0);
  const flushings = deps.clientLanes.map(({ number }) => (number === 0 ? flushing : createFlushing(deps, number)));
  // Lane 0 also has the batches of lanes that this process does not know yet, as during an update.
  const flushingOf = ({ lane = 0 }: { readonly lane?: number | undefined }) => flushings[lane] ?? flushing;
  return createHttpApp({
    ...deps,
    dependencies: [
      // Without Redis it still accepts batches of ingest.
      ...deps.lanes.map(({ number, watch }) => ({
        name: number === 0 ? 'redis' : `redis of lane ${number}`,
        check: watch.check,
        isOptional: true,
      })),
      { name: 'database', check: () => pingPool(deps.pool) },
      {
        name: 'erasures',
        check: async () => {
          if (!isPrepared()) throw new Error('Erasures are being repeated');
        },
      },
    ],
    stuck: () => findStandstill(deps.lanes),
    isAway: isDatabaseAway,
    routes: (app) => {
      app.use('/internal', nameArea, requireInternal(deps.config.INTERNAL_TOKEN), readJson(directBodyBytesMax));
      app.post('/internal/batches', async (request, response) => {
        const batch = validate(directBatchSchema, request.body);
        const answer = await storeDirectly(batch);
        const storedNothing = answer.full.some(Boolean);
        response.json({ ...answer, isFlushed: storedNothing || (await flushingOf(batch).now()) });
      });
      app.post('/internal/batches/flush', async (request, response) => {
        response.json(await flushingOf(validate(flushSchema, request.body ?? {})).all());
      });
    },
  });
}

/** A lane that is away stands still through no fault of this process, and the other lanes need it. */
function findStandstill(lanes: WorkerDeps['lanes']): string | null {
  const blamed = lanes.length === 1 ? lanes : lanes.filter(({ redis }) => redis.status === 'ready');
  return blamed.map(({ progress }) => progress.standstill()).find((reason) => reason !== null) ?? null;
}
