import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/http.ts';
import { factorRequiredKey } from '#lib/person/factor-required.ts';
import { reloadUser } from '#lib/reload-user.ts';
import type { SessionStore } from '#lib/session.ts';

interface SubscriptionDeps {
  readonly queryClient: QueryClient;
  readonly session: SessionStore;
  readonly api: ApiClient;
}

/**
 * A subscription can end while the app is open: when the service says so, the app reads the person again and closes the
 * gate. A workspace can begin to require a second factor in the same way.
 */
export function followSubscription({ queryClient, session, api }: SubscriptionDeps): void {
  const follow = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'subscription_required') {
      // A failure changes nothing: the next refused request asks again.
      reloadUser(api, session).catch(() => undefined);
    }
    if (error instanceof ApiError && error.code === 'second_factor_required') {
      queryClient.setQueryData(factorRequiredKey, true);
    }
  };
  queryClient.getQueryCache().config.onError = follow;
  queryClient.getMutationCache().config.onError = follow;
}
