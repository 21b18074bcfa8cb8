import { useQuery } from '@tanstack/react-query';
import { hasActiveSubscription } from '#features/billing/subscription.ts';
import { reloadUser } from '#lib/reload-user.ts';
import { useApi, useSession, useUser } from '#lib/services.tsx';

export type SubscriptionState = 'loading' | 'active' | 'inactive';

/**
 * True if the gate is open. An active subscription in the session is enough to open it. Before the gate stays closed,
 * the service is asked once more, because a payment may have arrived since, and again whenever the window gets the
 * focus.
 */
export function useSubscription(): SubscriptionState {
  const api = useApi();
  const session = useSession();
  const user = useUser();
  const isActive = hasActiveSubscription(user);
  const fresh = useQuery({
    queryKey: ['subscription', user.id],
    queryFn: ({ signal }) => reloadUser(api, session, signal),
    enabled: !isActive,
    staleTime: 0,
  });
  if (isActive) return 'active';
  return fresh.isPending ? 'loading' : 'inactive';
}
