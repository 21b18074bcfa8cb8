import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const notificationsKey = (formId: string) => ['notifications', formId] as const;

/** The recipients of mails about a form, and the times of these mails. */
export function useNotifications(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: notificationsKey(formId),
    queryFn: ({ signal }) => api.call('readNotifications', { path: { id: formId }, signal }),
  });
}
