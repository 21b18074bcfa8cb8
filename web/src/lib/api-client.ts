import type * as z from 'zod';
import { ApiError, type Fetch, type HttpRequest, sendJson } from '#lib/http.ts';
import type { SessionStore } from '#lib/session.ts';

export interface ApiClient {
  /** Calls the management API as the signed-in person and checks that the answer has the expected shape. */
  call<Schema extends z.ZodType>(path: string, schema: Schema, request?: ApiRequest): Promise<z.output<Schema>>;
}

export type ApiRequest = Omit<HttpRequest, 'accessToken'>;

export function createApiClient({ fetch, session }: { fetch: Fetch; session: SessionStore }): ApiClient {
  return {
    async call(path, schema, request = {}) {
      return schema.parse(await sendSignedIn(path, request));
    },
  };

  async function sendSignedIn(path: string, request: ApiRequest): Promise<unknown> {
    const accessToken = session.accessToken();
    try {
      return await sendJson(fetch, path, withToken(request, accessToken));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      // Another request may have renewed the session while this one was on its way.
      if (session.accessToken() === accessToken) await session.refresh();
      const renewed = session.accessToken();
      if (renewed === null) throw error;
      return await sendJson(fetch, path, withToken(request, renewed));
    }
  }
}

function withToken(request: ApiRequest, accessToken: string | null): HttpRequest {
  return accessToken === null ? request : { ...request, accessToken };
}
