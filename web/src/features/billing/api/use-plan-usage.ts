import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';
import { usageKey } from '#lib/usage-key.ts';

/** The account's usage, which a smaller plan may not cover. */
export function usePlanUsage() {
  const api = useApi();
  return useQuery({ queryKey: usageKey, queryFn: ({ signal }) => api.call('readUsage', { signal }) });
}
