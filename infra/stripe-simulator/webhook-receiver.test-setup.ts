import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { waitUntil } from '@inlet/testing/wait-until';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { webhookSecret } from '#simulator.test-setup.ts';

interface Receipt {
  readonly body: Buffer;
  readonly signature: string;
  readonly event: Stripe.Event;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly receipts: readonly Receipt[];
  readonly types: () => string[];
  /** Sets the answers to the next deliveries, in this order; later ones get 200. */
  readonly answerNext: (...statuses: number[]) => void;
  /** Waits for so many deliveries of a type. */
  readonly received: (type: string, count?: number) => Promise<Receipt[]>;
}

/** A webhook endpoint that checks each signature and keeps each event. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const receipts: Receipt[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const signature = String(request.headers['stripe-signature']);
    receipts.push({ body, signature, event: Stripe.webhooks.constructEvent(body, signature, webhookSecret) });
    response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const ofType = (type: string) => receipts.filter(({ event }) => event.type === type);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    receipts,
    types: () => receipts.map(({ event }) => event.type),
    answerNext: (...next) => statuses.push(...next),
    received: async (type, count = 1) => {
      await waitUntil(() => ofType(type).length >= count, { what: `${count} deliveries of ${type}` });
      return ofType(type);
    },
  };
}
