import { notifyManager, QueryClient } from '@tanstack/react-query';
import { NetworkError } from '#lib/http.ts';

const retryBaseMs = 200;
const retries = 2;

// By default, components learn of new data in a later task, so a pressed checkbox would show its old state until then.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A repeated request would be refused again. A request that did not arrive may succeed on the next attempt.
        retry: (failures, error) => error instanceof NetworkError && failures < retries,
        retryDelay: (failures) => retryBaseMs * 2 ** failures,
        // The browser's online state is often wrong; a request is cheap and certain.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
