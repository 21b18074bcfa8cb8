import type { BillingState, ChangePlan } from '@inlet/contracts/billing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { billingKey } from '#features/billing/api/use-billing.ts';
import { earlyProCountKey } from '#features/billing/api/use-early-pro-count.ts';
import { invoicesKey } from '#features/billing/api/use-invoices.ts';
import { reloadUser } from '#lib/reload-user.ts';
import { useApi, useSession } from '#lib/services.tsx';
import { usageKey } from '#lib/usage-key.ts';

/** The cost of a plan change, calculated again each time it is shown. */
export function useChangePreview(priceId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['change-preview', priceId],
    queryFn: ({ signal }) => api.call('previewChange', { body: { priceId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

export function useChangePlan() {
  const api = useApi();
  const follow = useFollow();
  return useMutation({
    mutationFn: async (body: ChangePlan) => follow(await api.call('changePlan', { body })),
  });
}

/** Cancels the subscription with the end of its period, or resumes it. */
export function useCancellation() {
  const api = useApi();
  const follow = useFollow();
  return useMutation({
    mutationFn: async (wish: 'cancel' | 'resume') =>
      follow(await api.call(wish === 'cancel' ? 'cancelSubscription' : 'resumeSubscription')),
  });
}

/** Applies a changed subscription: the response has its state, and plan, limits and invoices are read again. */
function useFollow() {
  const api = useApi();
  const session = useSession();
  const queryClient = useQueryClient();
  return async (state: BillingState) => {
    queryClient.setQueryData(billingKey, state);
    for (const queryKey of [usageKey, invoicesKey, earlyProCountKey]) void queryClient.invalidateQueries({ queryKey });
    await reloadUser(api, session);
    return state;
  };
}
