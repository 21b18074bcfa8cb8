import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** A payment becomes due days before access ends, so the response may be a few minutes old. */
const staleTimeMs = 5 * 60_000;

export const billingKey = ['billing'] as const;

interface BillingOptions {
  /** Reads the state again even if it is recent: the subscription may have ended since. */
  readonly isUrgent?: boolean;
}

export function useBilling({ isUrgent = false }: BillingOptions = {}) {
  const api = useApi();
  return useQuery({
    queryKey: billingKey,
    queryFn: ({ signal }) => api.call('readBilling', { signal }),
    staleTime: staleTimeMs,
    refetchOnMount: isUrgent ? 'always' : true,
  });
}
