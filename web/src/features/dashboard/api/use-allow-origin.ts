import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dashboardKey } from '#features/dashboard/api/use-dashboard.ts';
import { useApi } from '#lib/services.tsx';

interface Allowed {
  readonly formId: string;
  readonly origin: string;
}

/** Adds a website to the allowed origins of a form. */
export function useAllowOrigin() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ formId, origin }: Allowed) => {
      const path = { id: formId };
      const { allowedOrigins } = await api.call('readForm', { path });
      return api.call('updateForm', { path, body: { allowedOrigins: [...allowedOrigins, origin] } });
    },
    onSuccess: ({ id }) =>
      Promise.all(
        [dashboardKey, ['form', id], ['forms']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
