import { useQuery } from '@tanstack/react-query';
import { useRights } from '#lib/person/use-rights.ts';
import { useApi } from '#lib/services.tsx';

/** A payment becomes due days before access ends, so the response may be a few minutes old. */
const staleTimeMs = 5 * 60_000;

export const billingKey = ['billing'] as const;

interface BillingOptions {
  /** Reads the state again even if it is recent: the subscription may have ended since. */
  readonly isUrgent?: boolean;
}

/** The subscription of the workspace, which only owners read. */
export function useBilling({ isUrgent = false }: BillingOptions = {}) {
  const api = useApi();
  const may = useRights();
  return useQuery({
    queryKey: billingKey,
    enabled: may('billing:manage'),
    queryFn: ({ signal }) => api.call('readBilling', { signal }),
    staleTime: staleTimeMs,
    refetchOnMount: isUrgent ? 'always' : true,
  });
}
