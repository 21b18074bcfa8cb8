import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from '#app/query-client.ts';

it('tells of new data in the same task', async () => {
  const client = createQueryClient();
  const seen: unknown[] = [];
  const observer = new QueryObserver(client, { queryKey: ['box'], enabled: false });
  // Components subscribe in this way.
  const stop = observer.subscribe(notifyManager.batchCalls(({ data }) => seen.push(data)));
  client.setQueryData(['box'], 'pressed');
  await Promise.resolve();
  expect(seen).toEqual(['pressed']);
  stop();
});
