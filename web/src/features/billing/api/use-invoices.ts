import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const invoicesKey = ['invoices'] as const;

export function useInvoices() {
  const api = useApi();
  return useQuery({
    queryKey: invoicesKey,
    queryFn: async ({ signal }) => (await api.call('listInvoices', { signal })).invoices,
    staleTime: 60_000,
  });
}
