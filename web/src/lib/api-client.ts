import type { RouteId } from '@inlet/contracts/api/addresses';
import { type AnswerOf, type CallArguments, type CallOf, targetOf } from '@inlet/contracts/api/call';
import type { Catalogue } from '@inlet/contracts/api/catalogue';
import { ApiError, type Fetch, type HttpRequest, sendJson } from '#lib/http.ts';
import { openStream, type StreamRequest } from '#lib/open-stream.ts';
import type { SessionStore } from '#lib/session.ts';

type CallOptions = Pick<HttpRequest, 'signal' | 'keepalive' | 'timeoutMs'>;
type StreamOptions = Omit<StreamRequest, 'accessToken'>;

export interface ApiClient {
  /** Calls a route of the management API as the signed-in person. */
  call<Id extends RouteId>(id: Id, ...call: CallArguments<Id, CallOptions>): Promise<AnswerOf<Catalogue[Id]>>;
  /** Opens a response that is read as it arrives, such as an export or the stream of new submissions. */
  open<Id extends RouteId>(id: Id, call: CallOf<Id> & StreamOptions): Promise<Response>;
  /** Sends a submission to a form's endpoint. */
  submit(endpointId: string, fields: object): Promise<unknown>;
}

/** Every call, as far as the client looks at it; `ApiClient` types each by its route. */
type AnyCall<Options> = Options & { readonly path?: Readonly<Record<string, string>>; readonly query?: object };

export function createApiClient({ fetch, session }: { fetch: Fetch; session: SessionStore }): ApiClient {
  const client = {
    call(id: RouteId, call: AnyCall<HttpRequest> = {}) {
      const { method, url } = targetOf(id, call);
      return asSignedIn((token) => sendJson(fetch, url, withToken({ ...call, method }, token)));
    },
    open: (id: RouteId, call: AnyCall<StreamOptions>) =>
      asSignedIn((token) => openStream(fetch, targetOf(id, call).url, withToken(call, token))),
    submit: (endpointId: string, body: object) =>
      sendJson(fetch, `/api/forms/${encodeURIComponent(endpointId)}`, { method: 'POST', body }),
  };
  return client as ApiClient;

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
