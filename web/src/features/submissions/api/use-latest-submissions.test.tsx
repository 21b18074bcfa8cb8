import type { SubmissionPage } from '@inlet/contracts/submissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLatestSubmissions } from '#features/submissions/api/use-latest-submissions.ts';
import { useSubmissions } from '#features/submissions/api/use-submissions.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { createApiClient } from '#lib/api-client.ts';
import { ServicesProvider } from '#lib/services.tsx';
import { createSessionStore } from '#lib/session.ts';

/** One interval, and the moment that an answer takes to be on the page. */
const oneIntervalMs = 3_000 + 50;
const [newest, first, second] = [buildSubmission(), buildSubmission(), buildSubmission()];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('puts a new submission in front within one interval, and marks it as arrived', async () => {
  const { list, answer } = await setUp({ submissions: [first], nextCursor: null, previousCursor: null, total: 1 });
  expect(list().ids).toEqual([first.id]);
  answer(null, { submissions: [newest, first], nextCursor: null, previousCursor: null, total: 2 });
  await pass(oneIntervalMs);
  expect(list()).toEqual({ ids: [newest.id, first.id], arrived: [newest.id], isInterrupted: false });
});

it('keeps a new submission that comes while a further page is on its way', async () => {
  const { list, answer, fetchNextPage } = await setUp({
    submissions: [first],
    nextCursor: 'c1',
    previousCursor: null,
    total: 2,
  });
  const furtherPage = Promise.withResolvers<SubmissionPage>();
  answer('c1', furtherPage.promise);
  act(fetchNextPage);
  answer(null, { submissions: [newest, first], nextCursor: 'c1', previousCursor: null, total: 3 });
  await pass(oneIntervalMs);
  expect(list().ids).toEqual([newest.id, first.id]);
  furtherPage.resolve({ submissions: [second], nextCursor: null, previousCursor: null, total: 3 });
  await pass(50);
  expect(list().ids).toEqual([newest.id, first.id, second.id]);
});

it('says that it is interrupted while the service is away, keeps the list, and goes on afterwards', async () => {
  const { list, answer } = await setUp({ submissions: [first], nextCursor: null, previousCursor: null, total: 1 });
  answer(null, Promise.reject(new TypeError('Failed to fetch')));
  await pass(oneIntervalMs);
  expect(list()).toEqual({ ids: [first.id], arrived: [], isInterrupted: true });
  answer(null, { submissions: [newest, first], nextCursor: null, previousCursor: null, total: 2 });
  await pass(oneIntervalMs);
  expect(list()).toEqual({ ids: [newest.id, first.id], arrived: [newest.id], isInterrupted: false });
});

it('asks for nothing while the page cannot be seen', async () => {
  const { requests } = await setUp({ submissions: [first], nextCursor: null, previousCursor: null, total: 1 });
  const before = requests.length;
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(5 * oneIntervalMs);
  expect(requests).toHaveLength(before);
  vi.restoreAllMocks();
});

async function setUp(firstPage: SubmissionPage) {
  const answers = new Map<string | null, SubmissionPage | Promise<SubmissionPage>>([[null, firstPage]]);
  const requests: string[] = [];
  const fetch = async (path: string) => {
    requests.push(path);
    const cursor = new URL(path, 'https://inlet.example').searchParams.get('cursor');
    return Response.json(await answers.get(cursor));
  };
  const { result } = renderHook(useList, { wrapper: providers(fetch) });
  await pass(50);
  return {
    requests,
    answer: (cursor: string | null, page: SubmissionPage | Promise<SubmissionPage>) => {
      // A refusal that nobody awaits yet is no fault of the test's.
      if (page instanceof Promise) page.catch(() => undefined);
      answers.set(cursor, page);
    },
    fetchNextPage: () => void result.current.fetchNextPage(),
    list: () => result.current.list,
  };
}

function useList() {
  const submissions = useSubmissions('a-form');
  const { arrived, isInterrupted } = useLatestSubmissions('a-form', submissions.data);
  const ids = submissions.data?.pages.flatMap((page) => page.submissions.map(({ id }) => id)) ?? [];
  return { list: { ids, arrived: [...arrived], isInterrupted }, fetchNextPage: submissions.fetchNextPage };
}

function providers(fetch: (path: string) => Promise<Response>) {
  const presence = { get: () => false, set: () => undefined, onChangeElsewhere: () => () => undefined };
  const session = createSessionStore({ fetch, presence, exclusively: (task) => task() });
  const services = { session, api: createApiClient({ fetch, session }), leaveTo: () => undefined };
  const queryClient = new QueryClient();
  return ({ children }: { children: ReactNode }) => (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ServicesProvider>
  );
}

async function pass(durationMs: number) {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
}
