import { useMutation } from '@tanstack/react-query';
import { useSession } from '#lib/services.tsx';

export function useSignUp() {
  const session = useSession();
  return useMutation({ mutationFn: session.signUp });
}
