import type { Session, User } from '@inlet/contracts/sessions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createApiClient } from '#lib/api-client.ts';
import { createConnection } from '#lib/connection.ts';
import { ServicesProvider } from '#lib/services.tsx';
import { createSessionStore } from '#lib/session.ts';

type Answer = unknown | ((request: { body: unknown }) => unknown);

interface AppSetUp {
  /** The address of the test and its element; other addresses render nothing. */
  readonly path: string;
  /** The pattern of the address, for an element that reads parts of it. */
  readonly pattern?: string;
  readonly element: ReactNode;
  /** The content behind a guard in `element`. */
  readonly inside?: ReactNode;
  readonly user?: User;
  /** The response of each call: JSON, a `Response`, or a function of the body. Other calls fail. */
  readonly answers?: Record<string, Answer>;
}

/** Renders a part of the app at an address, with a service whose responses the test sets. */
export async function renderApp({ path, pattern, element, inside, user, answers = {} }: AppSetUp) {
  const requests: { readonly path: string; readonly body: unknown; readonly isKeptAlive: boolean }[] = [];
  const left: string[] = [];
  const known: Record<string, Answer> = { ...answers };
  if (user) known['/api/auth/refresh'] = sessionOf(user);
  const fetch = async (call: string, init: RequestInit) => {
    const body = bodyOf(init);
    requests.push({ path: call, body, isKeptAlive: init.keepalive === true });
    if (!(call in known)) throw new TypeError('Failed to fetch');
    const answer = known[call];
    const value = await (typeof answer === 'function' ? answer({ body }) : answer);
    return value instanceof Response ? value.clone() : Response.json(value);
  };
  const presence = { get: () => user !== undefined, set: () => undefined, onChangeElsewhere: () => () => undefined };
  const session = createSessionStore({ fetch, presence, exclusively: (task) => task() });
  await session.start();
  const services = {
    session,
    api: createApiClient({ fetch, session }),
    connection: createConnection({ fetch, onHint: () => undefined }),
    leaveTo: (url: string) => left.push(url),
  };
  const pathname = pattern ?? new URL(path, 'https://inlet.example').pathname;
  const router = createMemoryRouter(
    [
      inside ? { element, children: [{ path: pathname, element: inside }] } : { path: pathname, element },
      { path: '*', element: null },
    ],
    { initialEntries: [path] },
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { unmount } = render(
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return {
    requests,
    left,
    session,
    queryClient,
    unmount,
    connection: services.connection,
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    answer: (call: string, value: Answer) => {
      known[call] = value;
    },
    sent: (call: string) => requests.filter((request) => request.path === call).map(({ body }) => body),
  };
}

/** Lines stay a text. */
function bodyOf({ body, headers }: RequestInit): unknown {
  if (typeof body !== 'string') return null;
  return new Headers(headers).get('content-type') === 'application/x-ndjson' ? body : JSON.parse(body);
}

export function refusal(status: number, code: string, error: string): Response {
  return Response.json({ error, code }, { status });
}

export function sessionOf(user: User): Session {
  return { access_token: 'token', token_type: 'bearer', expires_in: 900, expires_at: 1_800_000_000, user };
}
