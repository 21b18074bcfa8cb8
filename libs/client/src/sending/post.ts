import type { Submission } from '#sending/submission.ts';

export interface Answer {
  /** 0 without an answer. */
  readonly status: number;
  readonly retryAfter?: string | null | undefined;
  readonly text: string;
}

export interface PostOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told the share that is sent, from 0 to 1. Only browsers know it. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

const attemptMaxMs = 30_000;
/** A submission has at most 25 MB of files, which takes as long on a slow line. */
const attemptWithFilesMaxMs = 600_000;
/** Browsers let at most 64 KiB finish after the page is left; a character has up to three bytes. */
const keepaliveMax = 20_000;

/** Sends a submission once. Whatever the network does wrong is an answer with status 0. */
export async function post(submission: Submission, { signal, onProgress }: PostOptions): Promise<Answer> {
  const { body } = submission;
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  const timer = setTimeout(abort, typeof body === 'string' ? attemptMaxMs : attemptWithFilesMaxMs);
  signal?.addEventListener('abort', abort);
  try {
    return await (onProgress && globalThis.XMLHttpRequest
      ? postByRequest(submission, attempt.signal, onProgress)
      : postByFetch(submission, attempt.signal));
  } catch {
    return { status: 0, text: '' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function postByFetch({ endpoint, key, body, type }: Submission, signal: AbortSignal): Promise<Answer> {
  const keepalive = typeof body === 'string' && body.length < keepaliveMax;
  const headers = headersOf(key, type);
  const response = await fetch(endpoint, { method: 'POST', body, headers, keepalive, signal });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

/** fetch does not tell how much of a body is sent. */
function postByRequest(
  { endpoint, key, body, type }: Submission,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', endpoint);
    for (const [name, value] of Object.entries(headersOf(key, type))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onloadend = () => {
      // Asking for one header that the service does not show would be an error on the console.
      const [, retryAfter] = /retry-after: (.*)/i.exec(request.getAllResponseHeaders()) ?? [];
      resolve({ status: request.status, retryAfter, text: request.responseText });
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** A body with files brings its own type. */
function headersOf(key: string, type: string | undefined): Record<string, string> {
  return { accept: 'application/json', 'idempotency-key': key, ...(type && { 'content-type': type }) };
}
