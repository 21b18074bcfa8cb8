import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** The service may read a million submissions for this. */
const timeoutMs = 60_000;

/** Finds all stored data about an address. */
export function useFindPerson() {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) => api.call('findPerson', { query: { email }, timeoutMs }),
    // The result does not outlive the screen.
    gcTime: 0,
  });
}
