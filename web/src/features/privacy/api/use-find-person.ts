import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** A million submissions are read for it. */
const timeoutMs = 60_000;

/** Finds what is stored of an address. */
export function useFindPerson() {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) => api.call('findPerson', { query: { email }, timeoutMs }),
    // What was found stays no longer than the screen.
    gcTime: 0,
  });
}
