import { type Fetch, NetworkError, refusalOf, requestTimeoutMs } from '#lib/http.ts';

export interface StreamRequest {
  readonly signal: AbortSignal;
  readonly accept?: string;
  /** The last event that was seen, for a stream that continues after it. */
  readonly accessToken?: string;
  readonly workspace?: string;
}

/** Opens a response with an endless body: the timeout only covers its beginning. */
export async function openStream(fetch: Fetch, path: string, request: StreamRequest): Promise<Response> {
  const { signal, accept = '*/*', accessToken, workspace } = request;
  const headers = new Headers({ accept });
  if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`);
  if (workspace !== undefined) headers.set('inlet-workspace', workspace);
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), requestTimeoutMs);
  const response = await fetch(path, {
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.any([signal, tooLate.signal]),
  })
    .catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      throw new NetworkError(cause);
    })
    .finally(() => clearTimeout(timer));
  if (!response.ok) throw await refusalOf(response);
  return response;
}
