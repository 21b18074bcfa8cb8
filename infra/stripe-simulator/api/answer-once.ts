import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '#api/endpoint.ts';
import { StripeFailure } from '#billing/stripe-failure.ts';
import type { Simulator } from '#simulator.ts';

/**
 * Answers a call. A second POST with the same idempotency key gets the first answer and changes nothing.
 * Only successful calls are remembered: a refused call may be corrected and sent again with the same key.
 */
export function answerOnce(simulator: Simulator, endpoint: Endpoint): RequestHandler {
  const { answers } = simulator.tables;
  return (request, response) => {
    const key = endpoint.method === 'post' ? request.get('idempotency-key') : undefined;
    const params = { ...request.query, ...request.body };
    const fingerprint = fingerprintOf(request, params);
    const known = key === undefined ? undefined : answers.get(key);
    if (known) {
      if (known.fingerprint !== fingerprint) throw usedOtherwise(known.id);
      response.set({ 'idempotent-replayed': 'true', 'original-request': known.request });
      response.json(JSON.parse(known.body));
      return;
    }

    const requestId = String(response.get('request-id'));
    const origin = simulator.pagesUrl ?? originOf(request);
    const call = { simulation: simulator, id: String(request.params.id ?? ''), params, origin };
    const cause = { id: requestId, idempotency_key: key ?? null };
    const answer = simulator.emitter.during(cause, () => endpoint.answer(call));
    if (key !== undefined) {
      answers.set(key, { id: key, request: requestId, fingerprint, body: JSON.stringify(answer), atMs: Date.now() });
    }
    // Before the answer: an answered change must survive a crash.
    if (endpoint.method !== 'get') simulator.save();
    response.json(answer);
  };
}

function fingerprintOf(request: Request, params: object): string {
  const text = JSON.stringify([request.method, request.path, params], inOrder);
  return createHash('sha256').update(text).digest('base64url');
}

/** Sorts keys, since the order of parameters does not matter. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function originOf(request: Request): string {
  return `http://${request.get('host') ?? '127.0.0.1'}`;
}

function usedOtherwise(key: string): StripeFailure {
  const rule = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFailure(400, 'idempotency_error', `${rule} ${advice}`);
}
