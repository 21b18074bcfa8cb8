import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const dashboardKey = ['dashboard'] as const;

const refreshMs = 30_000;

export function useDashboard() {
  const api = useApi();
  return useQuery({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => api.call('readDashboard', { signal }),
    refetchInterval: refreshMs,
  });
}
