import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { presets } from '@inlet/contracts/presets/all-presets';
import { renderDelivery } from '@inlet/outbound/render-delivery';
import { signatureHeaders } from '@inlet/outbound/signatures';
import type { EventToForward } from '#listen/event-of.ts';

export interface Target {
  readonly url: string;
  readonly secret: string;
  /** True to accept any certificate, such as one that a development server signed itself. */
  readonly isInsecure: boolean;
}

export interface Forwarded {
  /** The status of the answer; null if there was none. */
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

interface ForwardOptions {
  readonly signal: AbortSignal;
  /** Called once when nothing listens at the target. */
  readonly onRefused: () => void;
}

const timeoutMs = 30_000;
/** An answer is only read so that its connection ends well. */
const answerBytesMax = 64 * 1_024;
const refusedPauseMs = 250;

/**
 * Sends an event as a webhook, signed at this moment. A refused connection has reached nobody, so it is tried again
 * until somebody listens: a development server restarts all the time. Every other failure is the result.
 */
export async function forward(event: EventToForward, target: Target, options: ForwardOptions): Promise<Forwarded> {
  for (let attempt = 1; ; attempt += 1) {
    const startMs = performance.now();
    const result = await send(event, target, options.signal);
    options.signal.throwIfAborted();
    if (result !== 'refused') return { ...result, ms: Math.round(performance.now() - startMs) };
    if (attempt === 1) options.onRefused();
    await pauseFor(refusedPauseMs, undefined, { signal: options.signal });
  }
}

async function send(
  { id, event }: EventToForward,
  { url, secret, isInsecure }: Target,
  signal: AbortSignal,
): Promise<Omit<Forwarded, 'ms'> | 'refused'> {
  const { method, headers, body } = renderDelivery(presets.webhook, { values: { url } }, event, id);
  const signed = signatureHeaders({ id, body, at: new Date(), secrets: [secret] });
  const bytes = Buffer.from(body);
  const late = AbortSignal.timeout(timeoutMs);
  const options = {
    method,
    headers: { ...headers, ...signed, 'accept-encoding': 'identity', 'content-length': bytes.length },
    signal: AbortSignal.any([signal, late]),
    agent: false as const,
    rejectUnauthorized: !isInsecure,
  };
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.startsWith('https:') ? requestHttps : requestHttp;
      send(url, options).once('response', resolve).once('error', reject).end(bytes);
    });
    // The target has decided; what its answer says is its own business.
    await readBounded(answer).catch(() => undefined);
    return { status: answer.statusCode ?? null, error: null };
  } catch (error) {
    if (late.aborted) return { status: null, error: `no answer within ${timeoutMs / 1_000} s` };
    if (isRefused(error)) return 'refused';
    return { status: null, error: sentenceOf(error) };
  }
}

async function readBounded(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes > answerBytesMax) break;
  }
}

/** `localhost` has two addresses: none of them was reached, and one refused. */
function isRefused(error: unknown): boolean {
  const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return failures.some((failure) => failure instanceof Error && 'code' in failure && failure.code === 'ECONNREFUSED');
}

function sentenceOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'the connection failed';
}
