import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from '@inlet/process/logger';
import Stripe from 'stripe';
import { type Faults, faultSchema } from '#api/check-call.ts';
import { settleDue } from '#billing/settle-due.ts';
import { createClock } from '#clock/clock.ts';
import type { SimulatorConfig } from '#config.ts';
import { createDeliverer, type Deliverer, type Pace } from '#events/deliverer.ts';
import { newId } from '#objects/fields.ts';
import { seedCatalogue } from '#seed/seed-catalogue.ts';
import type { Simulation } from '#simulation.ts';
import { loadState, prune, saveState } from '#state/state-file.ts';
import { createTables } from '#state/tables.ts';

export interface Simulator extends Simulation {
  readonly deliverer: Deliverer;
  readonly faults: Faults;
  readonly save: () => void;
  readonly close: () => Promise<void>;
}

/** The interval of the check for due events; Stripe's unit of time is a second. */
const tickMs = 1_000;

/** Starts with the state of the file, or with Inlet's products. */
export function openSimulator(config: SimulatorConfig, logger: Logger, pace?: Pace): Simulator {
  const { STATE_FILE: stateFile, STRIPE_PAGES_URL: pagesUrl = `http://127.0.0.1:${config.PORT}` } = config;
  const tables = createTables();
  const clock = createClock();
  if (stateFile) mkdirSync(dirname(stateFile), { recursive: true });
  const isKnown = stateFile !== undefined && loadState(stateFile, { tables, clock });
  if (!isKnown) seedCatalogue(tables, clock.now());

  const save = () => {
    prune(tables);
    if (stateFile) saveState(stateFile, { tables, clock });
  };
  save();
  const deliverer = createDeliverer({ config, tables, save, logger, pace });
  const emit: Simulation['emit'] = (type, object) => {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: clock.now(),
      // The object never changes: an update replaces the row.
      data: { object },
      livemode: false,
      pending_webhooks: deliverer.isListening ? 1 : 0,
      request: null,
      type,
    } satisfies Omit<Stripe.Event, 'data'> & { data: unknown } as Stripe.Event;
    tables.events.set(event.id, event);
    deliverer.enqueue(event);
  };
  const simulation: Simulation = { tables, clock, emit, pagesUrl };
  const ticking = setInterval(() => {
    if (settleDue(simulation, clock.now())) save();
  }, tickMs);

  return {
    ...simulation,
    deliverer,
    faults: faultSchema.parse({ requests: 0 }),
    save,
    close: async () => {
      clearInterval(ticking);
      await deliverer.close();
      save();
    },
  };
}
