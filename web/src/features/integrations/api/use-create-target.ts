import type { CreateTarget } from '@inlet/contracts/targets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { justAddedKey, targetKey, targetsKey } from '#features/integrations/api/target-keys.ts';
import type { JustAdded } from '#features/integrations/api/use-just-added.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { failureMessage } from '#lib/http.ts';
import { useApi } from '#lib/services.tsx';

interface Wanted {
  readonly body: CreateTarget;
  /** True if stored submissions are sent as well. */
  readonly isReplayed: boolean;
}

/** Adds an integration, and passes its secret to its page. */
export function useCreateTarget(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ body, isReplayed }: Wanted) {
      const { secret, ...target } = await api.call('createTarget', { path: { id: formId }, body });
      const replay = isReplayed ? await startReplay(api, target.id) : {};
      const added: JustAdded = { secret, replayFailure: replay.failure ?? null };
      queryClient.setQueryData(targetKey(target.id), target);
      queryClient.setQueryData(justAddedKey(target.id), added);
      return { id: target.id, replayId: replay.id };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: targetsKey(formId) }),
    // The body may contain secrets.
    gcTime: 0,
  });
}

/** The integration exists whether or not its replay starts. */
async function startReplay(
  api: ApiClient,
  targetId: string,
): Promise<{ readonly id?: string; readonly failure?: string }> {
  try {
    return { id: (await api.call('replayTarget', { path: { id: targetId }, body: {} })).replayId };
  } catch (error) {
    return { failure: failureMessage(error) };
  }
}
