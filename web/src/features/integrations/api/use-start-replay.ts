import type { ReplayRequest } from '@inlet/contracts/targets';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

interface Replayed {
  readonly targetId: string;
  readonly body: ReplayRequest;
}

/** Delivers again, and returns the id of the replay. */
export function useStartReplay() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ targetId, body }: Replayed) =>
      (await api.call('replayTarget', { path: { id: targetId }, body })).replayId,
  });
}
