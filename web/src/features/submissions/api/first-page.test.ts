import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { arrivedFirstPage, dropFirstPage, takeFirstPage } from '#features/submissions/api/first-page.ts';
import { firstPageKey } from '#features/submissions/api/submission-keys.ts';
import { noFilter } from '#features/submissions/filter.ts';

const inbox = { ...noFilter, folder: 'inbox' } as const;
const queryKey = firstPageKey('form', inbox);
const page = { submissions: [], nextCursor: null, previousCursor: null, total: 7 };

it('gives the page once, be it there or on its way', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, page);
  expect(await takeFirstPage(client, 'form', inbox)).toEqual(page);
  expect(await takeFirstPage(client, 'form', inbox)).toBeNull();

  const { promise, resolve } = Promise.withResolvers<typeof page>();
  void client.prefetchQuery({ queryKey, queryFn: () => promise });
  const taken = takeFirstPage(client, 'form', inbox);
  resolve(page);
  expect(await taken).toEqual(page);
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

it('gives none for another filter, and none that failed', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKey, page);
  expect(await takeFirstPage(client, 'form', { ...inbox, q: 'ada' })).toBeNull();
  expect(await takeFirstPage(client, 'other', inbox)).toBeNull();

  const otherKey = firstPageKey('other', inbox);
  void client.prefetchQuery({ queryKey: otherKey, queryFn: () => Promise.reject(new Error('refused')) });
  expect(await takeFirstPage(client, 'other', inbox)).toBeNull();
});

it('shows a page that has arrived, and drops no page that is on its way', async () => {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<typeof page>();
  const prefetched = client.prefetchQuery({ queryKey, queryFn: () => promise });
  expect(arrivedFirstPage(client, 'form', inbox)).toBeUndefined();
  dropFirstPage(client, 'form', inbox);
  resolve(page);
  await prefetched;
  expect(arrivedFirstPage(client, 'form', inbox)).toEqual(page);
  dropFirstPage(client, 'form', inbox);
  expect(arrivedFirstPage(client, 'form', inbox)).toBeUndefined();
});
