import type { User } from '@inlet/contracts/sessions';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { createApiClient } from '#lib/api-client.ts';
import { refusal, sessionOf } from '#lib/app.test-setup.tsx';
import { createSessionStore } from '#lib/session.ts';

const studio = buildUser({ id: 'w-1', workspace: { id: 'w-1', name: 'Studio' } });
const garden = buildUser({ id: 'w-2', workspace: { id: 'w-2', name: 'Garden' } });

async function setUp(first: User) {
  const named: (string | null)[] = [];
  const answers: Record<string, () => unknown> = { '/api/auth/refresh': () => sessionOf(first) };
  const fetch = async (path: string, init: RequestInit) => {
    named.push(new Headers(init.headers).get('inlet-workspace'));
    const answer = answers[path]?.();
    return answer instanceof Response ? answer : Response.json(answer ?? {});
  };
  const presence = { get: () => true, set: () => undefined, onChangeElsewhere: () => () => undefined };
  const session = createSessionStore({ fetch, presence, exclusively: (task) => task() });
  await session.start();
  named.length = 0;
  return { session, named, answers, api: createApiClient({ fetch, session }) };
}

it('each call and each stream names the workspace of the page', async () => {
  const { api, named } = await setUp(studio);
  await api.call('listForms');
  await api.open('exportMe', { signal: new AbortController().signal });
  expect(named).toEqual(['w-1', 'w-1']);
});

it('a person in no workspace names none', async () => {
  const { api, named } = await setUp(buildUser({ workspace: null, role: null }));
  await api.call('listWorkspaces');
  expect(named).toEqual([null]);
});

it('a renewal leaves the page in its workspace, whatever another tab has opened', async () => {
  const { session, answers } = await setUp(studio);
  answers['/api/auth/refresh'] = () => sessionOf(garden);
  await session.refresh();
  expect(session.getState()).toMatchObject({ user: { id: 'w-1' } });
  session.updateUser(garden);
  expect(session.getState()).toMatchObject({ user: { id: 'w-2' } });
});

it('a person who was removed goes on in the workspace that the service names', async () => {
  const { api, session, named, answers } = await setUp(studio);
  answers['/api/v1/forms'] = () => refusal(404, 'workspace_not_found', 'Workspace not found');
  answers['/api/v1/me'] = () => garden;
  await expect(api.call('listForms')).rejects.toThrow('Workspace not found');
  expect(named).toEqual(['w-1', null]);
  expect(session.getState()).toMatchObject({ user: { id: 'w-2' } });
});
