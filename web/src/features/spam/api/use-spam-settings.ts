import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const spamSettingsKey = (formId: string) => ['spam-settings', formId] as const;

/** A form's spam settings. */
export function useSpamSettings(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: spamSettingsKey(formId),
    queryFn: ({ signal }) => api.call('readSpamSettings', { path: { id: formId }, signal }),
  });
}
