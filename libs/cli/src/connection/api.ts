import { setTimeout as wait } from 'node:timers/promises';
import type { RouteId } from '@inlet/contracts/api/addresses';
import { type AnswerOf, type CallArguments, type CallOf, targetOf } from '@inlet/contracts/api/call';
import type { Catalogue } from '@inlet/contracts/api/catalogue';
import type { ErrorBody } from '@inlet/contracts/errors';
import { CliError } from '#cli-error.ts';
import { boundedText } from '#connection/bounded-text.ts';
import { exitCodes } from '#exit-codes.ts';

interface CallOptions {
  readonly signal?: AbortSignal;
}
interface OpenOptions extends CallOptions {
  readonly accept?: string;
}

/** The management API, typed by its catalogue. */
export interface Api {
  call<Id extends RouteId>(id: Id, ...call: CallArguments<Id, CallOptions>): Promise<AnswerOf<Catalogue[Id]>>;
  /** Opens a response that is read as it arrives, such as an export or a stream of events. */
  open<Id extends RouteId>(id: Id, call: CallOf<Id> & OpenOptions): Promise<Response>;
  /** Calls a route that only the running program knows; the service checks its input. */
  callAny(id: RouteId, call: AnyCall): Promise<unknown>;
}

interface AnyCall extends OpenOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  /** Sent as JSON; a text is NDJSON already. */
  readonly body?: unknown;
}

/** A call has to end in this time; a stream only has to begin in it. */
const answerTimeoutMs = 60_000;
/** The settings of 200 forms with the most rules have less. */
const answerBytesMax = 20_000_000;
/** An error is a sentence, and a place and a sentence for each of its faults. */
const errorBytesMax = 1_000_000;
/** An installation takes some hundred requests a minute. A limit that lasts longer is one for the reader. */
const waitMaxSeconds = 60;
const waitsMax = 5;

interface ApiOptions {
  readonly url: string;
  readonly key: string | null;
  readonly timeoutMs?: number;
}

/** An answer whose body has yet to be read, in the time that is left. */
interface Answer {
  readonly response: Response;
  read(bytesMax: number): Promise<string>;
  /** Lets the body take any time. */
  stopTimer(): void;
}

export function createApi({ url, key, timeoutMs = answerTimeoutMs }: ApiOptions): Api {
  async function call(id: RouteId, parts: AnyCall = {}): Promise<unknown> {
    const answer = await send(id, parts);
    const text = await answer.read(answerBytesMax);
    if (answer.response.status === 204) return null;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw brokenOff(error);
    }
  }
  async function open(id: RouteId, parts: AnyCall): Promise<Response> {
    const { response, stopTimer } = await send(id, parts);
    stopTimer();
    return response;
  }
  const api = { call, callAny: call, open };
  return api as Api;

  /** A request that came too soon was not served, so it can be sent again. */
  async function send(id: RouteId, call: AnyCall): Promise<Answer> {
    for (let waits = 0; ; waits += 1) {
      const answer = await sendOnce(id, call);
      const { response } = answer;
      if (response.ok) return answer;
      const seconds = response.status === 429 ? Number(response.headers.get('retry-after') ?? Number.NaN) : Number.NaN;
      const text = await answer.read(errorBytesMax).catch(() => '');
      call.signal?.throwIfAborted();
      if (waits === waitsMax || !(seconds <= waitMaxSeconds)) throw failureOf(response, text);
      await wait(seconds * 1_000, undefined, call.signal && { signal: call.signal });
    }
  }

  async function sendOnce(id: RouteId, call: AnyCall): Promise<Answer> {
    const { method, url: path } = targetOf(id, call);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs / 1_000} seconds`)), timeoutMs);
    const stopTimer = () => clearTimeout(timer);
    const signal = call.signal ? AbortSignal.any([call.signal, late.signal]) : late.signal;
    const fail = (error: unknown, meaningOf: (cause: unknown) => CliError) => {
      stopTimer();
      // What the caller ended stays as it is.
      throw call.signal?.aborted ? error : meaningOf(error);
    };
    const response = await fetch(new URL(path, url), { method, signal, ...contentOf(call, key) }).catch((error) =>
      fail(error, (cause) => awayFailure(url, cause)),
    );
    const read = (bytesMax: number) =>
      boundedText(response, bytesMax)
        .finally(stopTimer)
        .catch((error) => fail(error, brokenOff));
    return { response, read, stopTimer };
  }
}

function contentOf({ accept = 'application/json', body }: AnyCall, key: string | null): RequestInit {
  const headers = new Headers({ accept });
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  if (body === undefined) return { headers };
  const isLines = typeof body === 'string';
  headers.set('content-type', isLines ? 'application/x-ndjson' : 'application/json');
  return { headers, body: isLines ? body : JSON.stringify(body) };
}

/** `fetch` reports every failure of the network with the same words, and the reason as the cause. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return cause.message || ('code' in cause && String(cause.code)) || message;
}

function awayFailure(url: string, cause: unknown): CliError {
  return new CliError(`${url} does not answer: ${reasonOf(cause as Error)}.`, {
    next: 'Check the address and your network, and run the command again.',
    code: 'away',
    exitCode: exitCodes.away,
    retryAfterMs: 0,
    cause,
  });
}

/** An answer that began and did not end. */
export function brokenOff(cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  return new CliError(`The connection broke off: ${reasonOf(cause as Error)}.`, {
    next: 'Check your network, and run the command again.',
    code: 'away',
    exitCode: exitCodes.away,
    retryAfterMs: 0,
    cause,
  });
}

function failureOf(response: Response, text: string): CliError {
  const body = errorIn(text);
  const message = body?.error ?? `The installation answered with status ${response.status}.`;
  const issues = body?.issues ?? [];
  const lines = issues.map(({ field, message: fault }) => `\n  ${field}: ${fault}`).join('');
  const code = body?.code ?? `status_${response.status}`;
  return new CliError(`${message}${lines}`, { ...stepAfter(response), code, issues });
}

/** What stands between may answer with another body. */
function errorIn(text: string): Partial<ErrorBody> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Step = Pick<CliError, 'exitCode' | 'next'> & { readonly retryAfterMs?: number };

function stepAfter({ status, headers }: Response): Step {
  const { failed, notAllowed, notFound, away } = exitCodes;
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1_000 || 0;
  if (status === 401) return { exitCode: notAllowed, next: 'Run `inlet login`, or use another API key.' };
  if (status === 402) return { exitCode: notAllowed, next: 'Choose a plan in the account settings.' };
  if (status === 403) {
    return { exitCode: notAllowed, next: 'Use an API key with this right, or ask an admin of the workspace.' };
  }
  if (status === 404) return { exitCode: notFound, next: 'Run `inlet forms` to see what exists.' };
  if (status === 429) {
    const wait = retryAfterMs > 0 ? `in ${Math.ceil(retryAfterMs / 1_000)} seconds` : 'later';
    return { exitCode: failed, next: `Try again ${wait}.`, retryAfterMs };
  }
  if (status >= 500) return { exitCode: away, next: 'Try again in a minute.', retryAfterMs };
  return { exitCode: failed, next: 'Change the input and run the command again.' };
}
