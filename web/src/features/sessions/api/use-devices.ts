import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const devicesKey = ['devices'] as const;

/** Where this account is signed in: the device that asks first, then the one that was used last. */
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
