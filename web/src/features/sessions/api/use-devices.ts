import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const devicesKey = ['devices'] as const;

/** The account's signed-in devices: this device first, then the most recently used. */
export function useDevices() {
  const api = useApi();
  return useQuery({
    queryKey: devicesKey,
    async queryFn({ signal }) {
      const { sessions } = await api.call('listSessions', { signal });
      return sessions.toSorted(
        (one, other) =>
          Number(other.isCurrent) - Number(one.isCurrent) || other.lastUsedAt.localeCompare(one.lastUsedAt),
      );
    },
  });
}
