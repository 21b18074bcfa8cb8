import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export function useProducts() {
  const api = useApi();
  return useQuery({
    queryKey: ['products'],
    queryFn: async ({ signal }) => (await api.call('listProducts', { signal })).products,
    staleTime: 60_000,
  });
}
