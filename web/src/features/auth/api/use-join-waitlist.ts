import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi, useSession } from '#lib/services.tsx';
import { appConfigQuery, joinedWaitlistKey } from '#lib/use-app-config.ts';

export interface WaitlistEntry {
  readonly email: string;
  /** True if the visitor wants the early pro plan. */
  readonly isForEarlyPro: boolean;
}

/** The waitlist is a form of the product itself, and an entry is a submission like any other. */
export function useJoinWaitlist() {
  const api = useApi();
  const session = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ email, isForEarlyPro }: WaitlistEntry) {
      const { waitlistEndpointId } = await queryClient.fetchQuery(appConfigQuery(api));
      if (waitlistEndpointId === null) throw new Error('There is no waitlist');
      const body = {
        email,
        timestamp: new Date().toISOString(),
        source: isForEarlyPro ? 'early_pro_pricing' : 'auth_page',
        plan_interest: isForEarlyPro ? 'early_pro' : 'general',
      };
      await api.submit(waitlistEndpointId, body);
      const state = session.getState();
      if (state.status === 'signed-in' && state.user.email === email.toLowerCase())
        queryClient.setQueryData(joinedWaitlistKey, true);
    },
  });
}
