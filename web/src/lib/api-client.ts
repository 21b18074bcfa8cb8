import type { RouteId } from '@inlet/contracts/api/addresses';
import { type AnswerOf, type CallArguments, type CallOf, targetOf } from '@inlet/contracts/api/call';
import type { Catalogue } from '@inlet/contracts/api/catalogue';
import type { User } from '@inlet/contracts/sessions';
import { type Confirmations, createConfirmations } from '#lib/confirmations.ts';
import { ApiError, type Fetch, type HttpRequest, sendJson } from '#lib/http.ts';
import { openStream, type StreamRequest } from '#lib/open-stream.ts';
import type { SessionStore } from '#lib/session.ts';

type CallOptions = Pick<HttpRequest, 'signal' | 'keepalive' | 'timeoutMs'>;
type StreamOptions = Omit<StreamRequest, 'accessToken' | 'workspace'>;

export interface ApiClient {
  /** A call that needs the password again waits until the person has entered it, and is then sent once more. */
  readonly confirmations: Confirmations;
  /** Calls a route of the management API as the signed-in person. */
  call<Id extends RouteId>(id: Id, ...call: CallArguments<Id, CallOptions>): Promise<AnswerOf<Catalogue[Id]>>;
  /** Opens a response that is read as it arrives, such as an export or the stream of new submissions. */
  open<Id extends RouteId>(id: Id, call: CallOf<Id> & StreamOptions): Promise<Response>;
  /** Sends a submission to a form's endpoint. */
  submit(endpointId: string, fields: object): Promise<unknown>;
}

/** Every call, as far as the client uses it; `ApiClient` types each by its route. */
type AnyCall<Options> = Options & { readonly path?: Readonly<Record<string, string>>; readonly query?: object };

type Send<Answer> = (accessToken: string | null) => Promise<Answer>;

export function createApiClient({ fetch, session }: { fetch: Fetch; session: SessionStore }): ApiClient {
  const confirmations = createConfirmations();
  session.subscribe(() => session.getState().status === 'signed-out' && confirmations.settle(false));
  const client = {
    confirmations,
    call(id: RouteId, call: AnyCall<HttpRequest> = {}) {
      const { method, url } = targetOf(id, call);
      return asConfirmed((token) => sendJson(fetch, url, identified({ ...call, method }, token)));
    },
    open: (id: RouteId, call: AnyCall<StreamOptions>) =>
      asConfirmed((token) => openStream(fetch, targetOf(id, call).url, identified(call, token))),
    submit: (endpointId: string, body: object) =>
      sendJson(fetch, `/api/forms/${encodeURIComponent(endpointId)}`, { method: 'POST', body }),
  };
  return client as ApiClient;

  async function asConfirmed<Answer>(send: Send<Answer>): Promise<Answer> {
    try {
      return await asSignedIn(send);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'workspace_not_found') await findWorkspace();
      const isAsked = error instanceof ApiError && error.code === 'confirmation_required';
      if (!isAsked || !(await confirmations.ask())) throw error;
      return await asSignedIn(send);
    }
  }

  async function asSignedIn<Answer>(send: Send<Answer>): Promise<Answer> {
    const accessToken = session.accessToken();
    try {
      return await send(accessToken);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      // Another request may have renewed the session in the meantime.
      if (session.accessToken() === accessToken) await session.refresh();
      const renewed = session.accessToken();
      if (renewed === null) throw error;
      return await send(renewed);
    }
  }

  /** Each call names the workspace of its page: another tab may have opened another one. */
  function identified<Request extends object>(request: Request, accessToken: string | null) {
    if (accessToken === null) return request;
    const state = session.getState();
    const workspace = state.status === 'signed-in' ? state.user.workspace?.id : undefined;
    return { ...request, accessToken, ...(workspace !== undefined && { workspace }) };
  }

  /** The person was removed from the workspace, so the service chooses the next one. */
  async function findWorkspace(): Promise<void> {
    const { method, url } = targetOf('readMe');
    const accessToken = session.accessToken();
    if (accessToken === null) return;
    // A failure changes nothing: the next refused request asks again.
    const user = await sendJson(fetch, url, { method, accessToken }).catch(() => null);
    if (user !== null) session.updateUser(user as User);
  }
}
