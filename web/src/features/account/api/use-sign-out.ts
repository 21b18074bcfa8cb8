import { useMutation } from '@tanstack/react-query';
import { useSession } from '#lib/services.tsx';

export function useSignOut() {
  const session = useSession();
  return useMutation({ mutationFn: session.signOut });
}
