import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const defaultRetentionKey = ['default-retention'] as const;

/** The retention days that a new form of the account gets. */
export function useDefaultRetention() {
  const api = useApi();
  return useQuery({
    queryKey: defaultRetentionKey,
    queryFn: ({ signal }) => api.call('readDefaultRetention', { signal }),
  });
}
