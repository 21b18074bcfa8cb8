import Stripe from 'stripe';
import { postJson } from '#house/house.test-setup.ts';

/** Calls a control of the simulated Stripe: `clock`, `faults` or `webhooks`. */
export async function controlStripe(url: string, lever: string, body: object): Promise<void> {
  const answer = await postJson(`${url}/_control/${lever}`, body);
  if (!answer.ok) throw new Error(`${lever}: ${await answer.text()}`);
}

/** Sends an event to account as Stripe would. */
export function sendStripeEvent(account: string, event: object, secret: string): Promise<Response> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(event), secret });
  return postJson(`${account}/api/payment/webhook`, event, { 'stripe-signature': signature });
}
