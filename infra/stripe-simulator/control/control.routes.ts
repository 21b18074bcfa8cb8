import { validate } from '@inlet/service/validate';
import { json, Router } from 'express';
import * as z from 'zod';
import { advanceClock } from '#billing/settle-due.ts';
import { controlsSchema } from '#events/controls.ts';
import type { Simulator } from '#simulator.ts';

/** Five years: a monthly plan renews sixty times on the way. */
export const advanceMaxSeconds = 5 * 366 * 86_400;

const clockSchema = z.strictObject({ advanceSeconds: z.int().min(0).max(advanceMaxSeconds) });
const faultSchema = z.strictObject({
  requests: z.int().min(0).max(1_000),
  status: z.int().min(400).max(599).default(503),
  when: z.enum(['before', 'after']).default('before'),
});

/** Controls for tests: faults of webhooks and calls, and the clock. */
export function createControlRoutes(simulator: Simulator): Router {
  const { deliverer, faults, clock, tables } = simulator;
  const router = Router();
  router.use('/_control', json());

  router.post('/_control/webhooks', (request, response) => {
    const changes = validate(controlsSchema, request.body);
    deliverer.control(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));
    response.json(deliverer.controls());
  });

  router.post('/_control/faults', (request, response) => {
    const fault = validate(faultSchema, request.body);
    faults.set(fault);
    response.json(fault);
  });

  router.post('/_control/clock', (request, response) => {
    advanceClock(simulator, validate(clockSchema, request.body).advanceSeconds);
    simulator.save();
    response.json({ now: clock.now(), offsetSeconds: clock.offset() });
  });

  router.get('/_control/deliveries', (_request, response) => {
    response.json({ deliveries: [...tables.deliveries.values()].reverse() });
  });
  return router;
}
