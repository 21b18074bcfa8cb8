import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { followSubscription } from '#app/follow-subscription.ts';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { createApiClient } from '#lib/api-client.ts';
import { refusal, sessionOf } from '#lib/app.test-setup.tsx';
import { factorRequiredKey } from '#lib/person/factor-required.ts';
import { createSessionStore } from '#lib/session.ts';

const ended = refusal(402, 'subscription_required', 'An active subscription is required');

it('closes the gate when the service says that the subscription has ended', async () => {
  const { ask, session } = await setUp(ended);
  await ask();
  await vi.waitFor(() => expect(session.getState()).toMatchObject({ user: { subscriptionStatus: 'inactive' } }), {
    timeout: 60_000,
  });
});

it('also when it is a change that was refused for it', async () => {
  const { change, session } = await setUp(ended);
  await change();
  await vi.waitFor(() => expect(session.getState()).toMatchObject({ user: { subscriptionStatus: 'inactive' } }), {
    timeout: 60_000,
  });
});

it('notes that the workspace requires a second factor', async () => {
  const { ask, queryClient } = await setUp(refusal(403, 'second_factor_required', 'Set it up first'));
  await ask();
  expect(queryClient.getQueryData(factorRequiredKey)).toBe(true);
});

it('asks for nothing when something else is refused', async () => {
  const { ask, requests } = await setUp(refusal(404, 'not_found', 'Form not found'));
  await ask();
  expect(requests).toEqual(['/api/auth/refresh', '/api/v1/usage']);
});

async function setUp(answer: Response) {
  const requests: string[] = [];
  const answers: Record<string, () => Response> = {
    '/api/auth/refresh': () => Response.json(sessionOf(buildUser(subscribed))),
    '/api/v1/me': () => Response.json(buildUser()),
    '/api/v1/usage': () => answer.clone(),
  };
  const fetch = async (path: string) => {
    requests.push(path);
    return answers[path]?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  };
  const presence = { get: () => true, set: () => undefined, onChangeElsewhere: () => () => undefined };
  const session = createSessionStore({ fetch, presence, exclusively: (task) => task() });
  await session.start();
  const api = createApiClient({ fetch, session });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  followSubscription({ queryClient, session, api });
  const refused = () => api.call('readUsage');
  return {
    session,
    queryClient,
    requests,
    ask: () => expect(queryClient.fetchQuery({ queryKey: ['usage'], queryFn: refused })).rejects.toThrow(),
    change: () => {
      const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: refused });
      return expect(mutation.execute(undefined)).rejects.toThrow();
    },
  };
}
