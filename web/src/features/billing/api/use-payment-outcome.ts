import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasActiveSubscription } from '#features/billing/subscription.ts';
import { reloadUser } from '#lib/reload-user.ts';
import { useApi, useSession } from '#lib/services.tsx';

export const paymentWaitMs = 3_000;
const askAgainMs = 2_000;
/** The provider confirms a payment by a webhook, usually within seconds. */
export const confirmTimeoutMs = 30_000;

/**
 * `processing` for three seconds, then `paid`; `late` while the payment is still awaited, `unknown` if it did not
 * arrive.
 */
export type PaymentOutcome = 'processing' | 'late' | 'paid' | 'unknown';

export function usePaymentOutcome() {
  const api = useApi();
  const session = useSession();
  // Counts the attempts: each attempt starts another half minute.
  const [attempt, setAttempt] = useState(1);
  const hasWaited = useElapsed(paymentWaitMs, 'first');
  const isTimedOut = useElapsed(paymentWaitMs + confirmTimeoutMs, `attempt ${attempt}`);
  const user = useQuery({
    queryKey: ['payment', attempt],
    queryFn: ({ signal }) => reloadUser(api, session, signal),
    enabled: hasWaited && !isTimedOut,
    refetchInterval: ({ state }) => (state.data && hasActiveSubscription(state.data) ? false : askAgainMs),
    // The browser may show another tab in the meantime; the result should be there on the return.
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const isPaid = user.data !== undefined && hasActiveSubscription(user.data);
  const outcome = (): PaymentOutcome => {
    if (isPaid) return 'paid';
    if (isTimedOut) return 'unknown';
    return user.isPending && !user.isError && attempt === 1 ? 'processing' : 'late';
  };
  return { outcome: outcome(), askAgain: () => setAttempt(attempt + 1) };
}

/** Returns true once this long has passed since the component was mounted or `key` changed. */
function useElapsed(durationMs: number, key: string): boolean {
  const [elapsed, setElapsed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(key), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs, key]);
  return elapsed === key;
}
