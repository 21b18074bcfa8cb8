import type { RequestHandler } from 'express';
import type { Endpoint } from '#api/endpoint.ts';
import { StripeFailure } from '#billing/stripe-failure.ts';
import type { Simulator } from '#simulator.ts';

/**
 * Handles a call. A second POST with the same idempotency key gets the first response and changes nothing. Only
 * successful calls are remembered: a refused call may be corrected and sent again with the same key.
 */
export function answerOnce(simulator: Simulator, endpoint: Endpoint): RequestHandler {
  const { answers } = simulator.tables;
  return (request, response) => {
    const key = endpoint.method === 'post' ? request.get('idempotency-key') : undefined;
    const params = { ...request.query, ...request.body };
    const question = JSON.stringify([request.method, request.path, params]);
    const known = key === undefined ? undefined : answers.get(key);
    if (known) {
      if (known.question !== question) throw usedOtherwise(known.id);
      response.set('idempotent-replayed', 'true').json(JSON.parse(known.body));
      return;
    }

    const answer = endpoint.answer({ simulation: simulator, id: String(request.params.id ?? ''), params });
    if (key !== undefined) {
      answers.set(key, { id: key, question, body: JSON.stringify(answer), atMs: Date.now() });
    }
    // Saved before the response: a confirmed change must survive a crash.
    if (endpoint.method !== 'get') simulator.save();
    response.json(answer);
  };
}

function usedOtherwise(key: string): StripeFailure {
  const rule = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFailure(400, 'idempotency_error', `${rule} ${advice}`);
}
