import Stripe from 'stripe';

interface Result {
  readonly delivered: boolean;
  readonly outcome: string;
}

/** One attempt. Like Stripe it takes 2xx for received, and a redirect for a failure. */
export async function sendEvent(
  event: Stripe.Event,
  { url, secret }: { readonly url: string; readonly secret: string },
  signal: AbortSignal,
): Promise<Result> {
  const payload = JSON.stringify(event, null, 2);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    // Signed with the real time, however far the simulator's own clock was moved: the receiver refuses old signatures.
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    'user-agent': 'Stripe/1.0 (local simulator)',
  };
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual', signal });
    await answer.body?.cancel();
    return { delivered: answer.ok, outcome: `HTTP ${answer.status}` };
  } catch (error) {
    return { delivered: false, outcome: reasonOf(error) };
  }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return error.cause.message || error.cause.name;
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message;
}
