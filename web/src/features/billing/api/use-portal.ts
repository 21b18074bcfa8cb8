import { type CreatePortal, redirectSchema } from '@inlet/contracts/billing';
import { useLeaving } from '#features/billing/api/use-leaving.ts';
import { useApi, useUser } from '#lib/services.tsx';

/** Leads to the page where a subscription and its bills are looked after. */
export function usePortal() {
  const api = useApi();
  const user = useUser();
  return useLeaving<void>({
    request: () => {
      const body: CreatePortal = { userId: user.id, returnUrl: `${window.location.origin}/dashboard` };
      return api.call('/api/payment/create-portal-session', redirectSchema, { method: 'POST', body });
    },
  });
}
