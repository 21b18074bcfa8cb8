import { notifyManager, QueryClient } from '@tanstack/react-query';
import { NetworkError } from '#lib/http.ts';

const retryBaseMs = 200;
const retries = 2;

// By default, components learn of new data in a later task. A box that is pressed would show its old state until then.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The service would refuse the same request again. A request that did not arrive may arrive the next time.
        retry: (failures, error) => error instanceof NetworkError && failures < retries,
        retryDelay: (failures) => retryBaseMs * 2 ** failures,
        // The browser's idea of being online is often wrong; a request is cheap and certain.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
