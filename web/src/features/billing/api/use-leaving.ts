import type { Redirect } from '@inlet/contracts/billing';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLeaveTo } from '#lib/services.tsx';

interface LeavingOptions<Variables> {
  readonly request: (variables: Variables) => Promise<Redirect>;
  readonly onError?: (error: Error) => void;
}

/** Requests an address on another website and goes there. It is pending until the browser has left. */
export function useLeaving<Variables>({ request, onError }: LeavingOptions<Variables>) {
  const leaveTo = useLeaveTo();
  const { mutate, reset, error, variables, isPending, isSuccess } = useMutation({
    mutationFn: async (variables: Variables) => leaveTo((await request(variables)).url),
    ...(onError && { onError }),
  });

  useEffect(() => {
    // Going back may restore this very page from the browser's cache, so its buttons must work again.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [reset]);

  return { leave: mutate, error, variables, isLeaving: isPending || isSuccess };
}
