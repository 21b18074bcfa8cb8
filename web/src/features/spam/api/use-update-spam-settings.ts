import type { UpdateSpamSettings } from '@inlet/contracts/spam';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { spamSettingsKey } from '#features/spam/api/use-spam-settings.ts';
import { useApi } from '#lib/services.tsx';

export function useUpdateSpamSettings(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateSpamSettings) => api.call('updateSpamSettings', { path: { id: formId }, body }),
    onSuccess: (settings) => queryClient.setQueryData(spamSettingsKey(formId), settings),
    // The body may contain secrets.
    gcTime: 0,
  });
}
