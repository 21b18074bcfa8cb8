import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const notificationsKey = (formId: string) => ['notifications', formId] as const;

/** Who gets mail about a form, and when. */
export function useNotifications(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: notificationsKey(formId),
    queryFn: ({ signal }) => api.call('readNotifications', { path: { id: formId }, signal }),
  });
}
