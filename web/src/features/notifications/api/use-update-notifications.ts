import type { UpdateNotifications } from '@inlet/contracts/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationsKey } from '#features/notifications/api/use-notifications.ts';
import { useApi } from '#lib/services.tsx';

export function useUpdateNotifications(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateNotifications) => api.call('updateNotifications', { path: { id: formId }, body }),
    async onSuccess(notifications) {
      await queryClient.cancelQueries({ queryKey: notificationsKey(formId) });
      queryClient.setQueryData(notificationsKey(formId), notifications);
    },
    // The whole list of recipients is sent, so changes are sent one after the other.
    scope: { id: `notifications ${formId}` },
  });
}
