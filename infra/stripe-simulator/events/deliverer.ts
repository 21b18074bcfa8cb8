import { startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import Stripe from 'stripe';
import * as z from 'zod';
import type { SimulatorConfig } from '#config.ts';
import { newId } from '#objects/fields.ts';
import type { Delivery, Tables } from '#state/tables.ts';

const copiesMax = 20;
const delayMaxMs = 60_000;
const allOfThem = Number.MAX_SAFE_INTEGER;

/** The faults of webhook deliveries. */
export const controlsSchema = z.strictObject({
  /** The number of further copies of each event. */
  duplicate: z.int().min(0).max(copiesMax),
  /** Due events are sent concurrently, in any order. */
  shuffle: z.boolean(),
  /** How long each event waits before its first attempt. */
  delayMs: z.int().min(0).max(delayMaxMs),
  /** The number of next events that are never sent, or `true` for all; they stay listed as undelivered. */
  drop: z.union([z.literal(true).transform(() => allOfThem), z.int().min(0)]),
  /** No event is sent; all are kept for later. */
  pause: z.boolean(),
});

type WebhookControls = Readonly<z.output<typeof controlsSchema>>;

const gentleControls: WebhookControls = { duplicate: 0, shuffle: false, delayMs: 0, drop: 0, pause: false };

/** Stripe retries for three days, which is too long for a local installation. */
export interface Pace {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly attemptsMax: number;
  readonly timeoutMs: number;
}

/** 250 ms, doubled up to 30 s, 20 attempts: about seven minutes until it gives up. */
const localPace: Pace = { firstDelayMs: 250, maxDelayMs: 30_000, attemptsMax: 20, timeoutMs: 10_000 };

/** The longest delay of a due attempt. */
const intervalMs = 50;

interface Options {
  readonly config: SimulatorConfig;
  readonly tables: Tables;
  readonly save: () => void;
  readonly logger: Logger;
  readonly pace: Pace | undefined;
}

export type Deliverer = ReturnType<typeof createDeliverer>;

/** Sends events to the webhook address in the background, at least once each, including those from before a restart. */
export function createDeliverer({ config, tables, save, logger, pace = localPace }: Options) {
  const { STRIPE_WEBHOOK_URL: url, STRIPE_WEBHOOK_SECRET: secret } = config;
  const { deliveries, events } = tables;
  let controls = gentleControls;

  const attempt = async (delivery: Delivery, closing: AbortSignal) => {
    const event = events.get(delivery.event);
    if (controls.pause || closing.aborted || !url || !event) return;
    const { delivered, outcome } = await send(event, url, closing);
    // The next start repeats an attempt that was cut off by closing.
    if (closing.aborted && !delivered) return;
    note(delivery, delivered, outcome);
  };

  // Like Stripe, it accepts 2xx as received, and treats a redirect as a failure.
  const send = async (event: Stripe.Event, address: string, closing: AbortSignal) => {
    const payload = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      // Signed with the real time, whatever the offset of the simulator's clock: the receiver refuses old signatures.
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      'user-agent': 'Stripe/1.0 (local simulator)',
    };
    const signal = AbortSignal.any([closing, AbortSignal.timeout(pace.timeoutMs)]);
    try {
      const answer = await fetch(address, { method: 'POST', headers, body: payload, redirect: 'manual', signal });
      await answer.body?.cancel();
      return { delivered: answer.ok, outcome: `HTTP ${answer.status}` };
    } catch (error) {
      return { delivered: false, outcome: reasonOf(error) };
    }
  };

  const note = (delivery: Delivery, delivered: boolean, outcome: string) => {
    const attempts = [...delivery.attempts, { atMs: Date.now(), outcome }];
    const delayMs = Math.min(pace.maxDelayMs, pace.firstDelayMs * 2 ** (attempts.length - 1));
    const state = delivered ? 'delivered' : attempts.length >= pace.attemptsMax ? 'failed' : 'waiting';
    deliveries.set(delivery.id, { ...delivery, attempts, state, nextAttemptAtMs: Date.now() + delayMs });
    const event = events.get(delivery.event);
    if (delivered && event) events.set(event.id, { ...event, pending_webhooks: 0 });
    if (!delivered)
      logger.info({ event: delivery.event, type: delivery.type, outcome }, 'stripe-simulator: webhook not delivered');
    save();
  };

  const loop = startBackgroundLoop(
    { intervalMs, logger, complaint: 'stripe-simulator: webhooks cannot be delivered' },
    async ({ signal }) => {
      const due = [...deliveries.values()].filter(isDue);
      // In the order of the events, or with `shuffle` concurrently in any order.
      const mixed = due.map((delivery) => ({ delivery, place: Math.random() })).toSorted((a, b) => a.place - b.place);
      if (controls.shuffle) await Promise.all(mixed.map(({ delivery }) => attempt(delivery, signal)));
      else for (const delivery of due) await attempt(delivery, signal);
    },
  );

  const put = (event: Stripe.Event, state: Delivery['state'], delayMs: number) => {
    const id = newId('del');
    const nextAttemptAtMs = Date.now() + delayMs;
    deliveries.set(id, { id, event: event.id, type: event.type, state, nextAttemptAtMs, attempts: [] });
    loop.wake();
  };

  return {
    isListening: url !== undefined,
    enqueue: (event: Stripe.Event) => {
      if (!url) return;
      const isDropped = controls.drop > 0;
      if (isDropped) controls = { ...controls, drop: controls.drop - 1 };
      for (let copy = 0; copy <= controls.duplicate; copy += 1) {
        put(event, isDropped ? 'dropped' : 'waiting', controls.delayMs);
      }
    },
    controls: () => controls,
    control: (next: WebhookControls) => {
      controls = next;
      loop.wake();
    },
    close: loop.close,
  };
}

function isDue({ state, nextAttemptAtMs }: Delivery): boolean {
  return state === 'waiting' && nextAttemptAtMs <= Date.now();
}

/** `fetch failed` is no explanation; its cause is. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return error.cause.message || error.cause.name;
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message;
}
