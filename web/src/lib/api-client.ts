import type * as z from 'zod';
import { ApiError, type Fetch, type HttpRequest, sendJson } from '#lib/http.ts';
import { openStream, type StreamRequest } from '#lib/open-stream.ts';
import type { SessionStore } from '#lib/session.ts';

export interface ApiClient {
  /** Calls the management API as the signed-in person and checks that the answer has the expected shape. */
  call<Schema extends z.ZodType>(path: string, schema: Schema, request?: ApiRequest): Promise<z.output<Schema>>;
  /** Opens an answer that is read as it comes, such as an export or the stream of new submissions. */
  open(path: string, request: Omit<StreamRequest, 'accessToken'>): Promise<Response>;
}

export type ApiRequest = Omit<HttpRequest, 'accessToken'>;

export function createApiClient({ fetch, session }: { fetch: Fetch; session: SessionStore }): ApiClient {
  return {
    async call(path, schema, request = {}) {
      return schema.parse(await asSignedIn((token) => sendJson(fetch, path, withToken(request, token))));
    },
    open: (path, request) => asSignedIn((token) => openStream(fetch, path, withToken(request, token))),
  };

  async function asSignedIn<Answer>(send: (accessToken: string | null) => Promise<Answer>): Promise<Answer> {
    const accessToken = session.accessToken();
    try {
      return await send(accessToken);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      // Another request may have renewed the session while this one was on its way.
      if (session.accessToken() === accessToken) await session.refresh();
      const renewed = session.accessToken();
      if (renewed === null) throw error;
      return await send(renewed);
    }
  }
}

function withToken<Request extends object>(request: Request, accessToken: string | null) {
  return accessToken === null ? request : { ...request, accessToken };
}
