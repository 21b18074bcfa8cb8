import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { waitUntil } from '@inlet/local-servers/wait-until';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { webhookSecret } from '#simulator.test-setup.ts';

interface Receipt {
  readonly body: Buffer;
  readonly signature: string;
  readonly event: Stripe.Event;
}

/** A webhook endpoint that checks each signature and keeps each event. */
export async function startReceiver() {
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    receipts,
    /** Sets the responses to the next deliveries, in this order; later ones get 200. */
    answerNext: (...next: number[]) => statuses.push(...next),
    /** Waits for this many deliveries of a type. */
    received: async (type: string, count = 1) => {
      const ofType = () => receipts.filter(({ event }) => event.type === type);
      await waitUntil(() => ofType().length >= count, { what: `${count} deliveries of ${type}` });
      return ofType();
    },
  };
}
