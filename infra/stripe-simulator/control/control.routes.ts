import { validate } from '@inlet/http/validate';
import { json, Router } from 'express';
import * as z from 'zod';
import { faultSchema } from '#api/check-call.ts';
import { advanceClock } from '#billing/settle-due.ts';
import { controlsSchema } from '#events/deliverer.ts';
import type { Simulator } from '#simulator.ts';

/** Five years: a monthly plan renews sixty times on the way. */
const advanceMaxSeconds = 5 * 366 * 86_400;
const clockSchema = z.strictObject({ advanceSeconds: z.int().min(0).max(advanceMaxSeconds) });

/** Controls for tests: faults of webhooks and calls, and the clock. */
export function createControlRoutes(simulator: Simulator): Router {
  const { deliverer, faults, clock, tables } = simulator;
  const router = Router();
  router.use('/_control', json());

  router.post('/_control/webhooks', ({ body }, response) => {
    deliverer.control(validate(controlsSchema, { ...deliverer.controls(), ...body }));
    response.json(deliverer.controls());
  });

  router.post('/_control/faults', ({ body }, response) => {
    response.json(Object.assign(faults, validate(faultSchema, body)));
  });

  router.post('/_control/clock', ({ body }, response) => {
    advanceClock(simulator, validate(clockSchema, body).advanceSeconds);
    simulator.save();
    response.json({ now: clock.now(), offsetSeconds: clock.offset() });
  });

  router.get('/_control/deliveries', (_request, response) => {
    response.json({ deliveries: [...tables.deliveries.values()].reverse() });
  });
  return router;
}
