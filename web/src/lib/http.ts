import type { ErrorBody } from '@inlet/contracts/errors';
import { parseJson } from '#lib/parse-json.ts';

/** Longer than any healthy response takes. */
export const requestTimeoutMs = 15_000;

export interface HttpRequest {
  readonly method?: string;
  /** Sent as JSON; a text is NDJSON already. */
  readonly body?: unknown;
  readonly accessToken?: string;
  /** The workspace that the request is about. */
  readonly workspace?: string;
  readonly signal?: AbortSignal | undefined;
  /** Sent even if the page is left. */
  readonly keepalive?: boolean;
  /** For a call whose response takes longer than others. */
  readonly timeoutMs?: number;
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** Sends one request to our own origin and returns the JSON body, or null without one. */
export async function sendJson(fetch: Fetch, path: string, request: HttpRequest = {}): Promise<unknown> {
  const response = await reach(fetch, path, request);
  if (!response.ok) throw await refusalOf(response);
  return readJson(response);
}

/** The error in a failed response. */
export async function refusalOf(response: Response): Promise<ApiError | NetworkError> {
  return toError(response, await readJson(response));
}

/** The service has refused the request. `message` is the service's sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly issues: readonly { readonly field: string; readonly message: string }[];
  /** Milliseconds that the service asks to wait; null if it names none. */
  readonly retryAfterMs: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    issues: ApiError['issues'] = [],
    retryAfterMs: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No response from the service: it is offline or too slow, or a proxy could not reach it. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('Inlet cannot be reached right now. Check your connection and try again.', { cause });
  }
}

/** This browser could not do its part. `message` says so to the person. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

async function reach(fetch: Fetch, path: string, request: HttpRequest): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  const isLines = typeof request.body === 'string';
  if (request.body !== undefined) headers.set('content-type', isLines ? 'application/x-ndjson' : 'application/json');
  if (request.accessToken !== undefined) headers.set('authorization', `Bearer ${request.accessToken}`);
  if (request.workspace !== undefined) headers.set('inlet-workspace', request.workspace);
  const timeout = AbortSignal.timeout(request.timeoutMs ?? requestTimeoutMs);
  const init: RequestInit = {
    method: request.method ?? 'GET',
    headers,
    credentials: 'same-origin',
    signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
  };
  if (request.keepalive) init.keepalive = true;
  if (request.body !== undefined) init.body = isLines ? String(request.body) : JSON.stringify(request.body);
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw new NetworkError(cause);
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  try {
    const text = await response.text();
    // An accepted request may have no body yet.
    return response.status === 202 && text === '' ? null : parseJson(text);
  } catch (cause) {
    // An incomplete body is a network failure; a body that is not JSON comes from a proxy.
    if (response.ok) throw new NetworkError(cause);
    return null;
  }
}

function toError({ status, headers }: Response, body: unknown): ApiError | NetworkError {
  const retryAfterMs = Number(headers.get('retry-after')) * 1_000 || null;
  if (isErrorBody(body)) return new ApiError(status, body.code, body.error, body.issues, retryAfterMs);
  if (status === 502 || status === 503 || status === 504) return new NetworkError(`status ${status}`);
  return new ApiError(status, 'unexpected_answer', 'Something went wrong. Please try again.');
}

/** True if the service has refused, and not a proxy in front of it. Its schema would add all of Zod to each page. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { error, code } = (body ?? {}) as Partial<ErrorBody>;
  return typeof error === 'string' && typeof code === 'string';
}

/** The message for a failure of any kind. */
export function failureMessage(error: unknown): string {
  const isSpoken = error instanceof ApiError || error instanceof NetworkError || error instanceof BrowserError;
  return isSpoken ? error.message : 'Something went wrong. Please try again.';
}
