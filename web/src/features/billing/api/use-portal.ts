import { useLeaving } from '#features/billing/api/use-leaving.ts';
import { ApiError } from '#lib/http.ts';
import { useApi, useUser } from '#lib/services.tsx';

/** Opens the billing portal. */
export function usePortal() {
  const api = useApi();
  const user = useUser();
  return useLeaving<void>({
    request: () =>
      api.call('createPortal', { body: { userId: user.id, returnUrl: `${window.location.origin}/dashboard` } }),
    onError: (error) => {
      // biome-ignore lint/suspicious/noConsole: the sign-in screen takes over, and this says why the portal did not open.
      if (error instanceof ApiError && error.status === 401) console.error('No valid session found');
    },
  });
}
