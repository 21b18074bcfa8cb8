import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { forgetDataWithSession } from '#app/forget-data.ts';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { sessionOf } from '#lib/app.test-setup.tsx';
import { createSessionStore } from '#lib/session.ts';

it('forgets the data of one person before the next one signs in', async () => {
  const fetch = async (path: string) =>
    path.endsWith('/sign-out') ? new Response(null, { status: 204 }) : Response.json(sessionOf(buildUser()));
  const presence = { get: () => true, set: () => undefined, onChangeElsewhere: () => () => undefined };
  const session = createSessionStore({ fetch, presence, exclusively: (task) => task() });
  const queryClient = new QueryClient();
  forgetDataWithSession(session, queryClient);
  await session.start();
  queryClient.setQueryData(['forms'], ['theirs']);
  await session.refresh();
  expect(queryClient.getQueryData(['forms'])).toEqual(['theirs']);
  await session.signOut();
  expect(queryClient.getQueryData(['forms'])).toBeUndefined();
});

it('forgets the data of one workspace when the page changes to another one', async () => {
  const fetch = async () => Response.json(sessionOf(buildUser()));
  const presence = { get: () => true, set: () => undefined, onChangeElsewhere: () => () => undefined };
  const session = createSessionStore({ fetch, presence, exclusively: (task) => task() });
  const queryClient = new QueryClient();
  forgetDataWithSession(session, queryClient);
  await session.start();
  queryClient.setQueryData(['forms'], ['theirs']);
  session.updateUser(buildUser({ isVerified: false }));
  expect(queryClient.getQueryData(['forms'])).toEqual(['theirs']);
  session.updateUser(buildUser({ id: 'w-2' }));
  expect(queryClient.getQueryData(['forms'])).toBeUndefined();
});
