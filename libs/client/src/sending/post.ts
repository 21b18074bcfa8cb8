import type { Refused, Sent } from '#sending/outcome.ts';
import type { Submission } from '#sending/submission.ts';

export interface PostRequest extends RequestInit {
  readonly headers: Record<string, string>;
  readonly body: string | FormData | URLSearchParams;
  readonly signal: AbortSignal;
}

/** Sends a request: `fetch`, or a function that also tells the progress. */
export type Transport = (endpoint: string, request: PostRequest) => Promise<Response>;

/** An answer of the endpoint; a proxy may answer anything. */
type Answer = Partial<Omit<Sent, 'state'> & Omit<Refused, 'state'> & { readonly error: string }>;

const timeMaxMs = 30_000;
/** Files of 25 MB take as long on a slow line. */
const timeWithFilesMaxMs = 600_000;
/** Browsers let 64 KiB be sent after the visitor has left the page; a character has up to three bytes. */
const keepaliveMax = 20_000;
/** A longer wait overflows the timer, which then fires at once. */
const retryAfterMaxMs = 3_600_000;

/** Sends a submission once. */
export async function post(
  { endpoint, key, fields }: Submission,
  transport: Transport = fetch,
): Promise<Sent | Refused> {
  const hasFiles = fields instanceof FormData;
  // A form without files has the encoding that browsers use without a script.
  const body = Array.isArray(fields) ? new URLSearchParams(fields) : (fields as string | FormData);
  let status = 0;
  let retryAfterMs = 0;
  let answer: Answer = {};
  try {
    const response = await transport(endpoint, {
      method: 'POST',
      headers: { 'idempotency-key': key, ...(typeof fields === 'string' && { 'content-type': 'application/json' }) },
      body,
      keepalive: !hasFiles && String(body).length < keepaliveMax,
      signal: AbortSignal.timeout(hasFiles ? timeWithFilesMaxMs : timeMaxMs),
    });
    status = response.status;
    const retryAfter = response.headers.get('retry-after') as string;
    const askedMs = Number(retryAfter) * 1_000 || Date.parse(retryAfter) - Date.now();
    if (askedMs > 0) retryAfterMs = Math.min(askedMs, retryAfterMaxMs);
    answer = Object(await response.json());
  } catch {
    // Without an answer, or with a proxy's page, the status says all that is known.
  }
  // The page of a hotel's network has status 200 too: only Inlet's own answer says that something is stored.
  if (answer.submissionId) return { ...(answer as Sent), state: 'sent' };
  return {
    errors: [],
    code: `http_${status}`,
    ...answer,
    state: 'refused',
    message: answer.error ?? '',
    // Another attempt does not change an answer of 4xx: 408 and 429 pass, but not soon if a month is full.
    retryAfterMs: /^4(?!08|29)|limit_reached$/.test(`${status}${answer.code}`) ? undefined : retryAfterMs,
  } as Refused;
}
