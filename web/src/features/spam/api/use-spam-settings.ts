import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const spamSettingsKey = (formId: string) => ['spam-settings', formId] as const;

/** How a form judges what it receives. */
export function useSpamSettings(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: spamSettingsKey(formId),
    queryFn: ({ signal }) => api.call('readSpamSettings', { path: { id: formId }, signal }),
  });
}
