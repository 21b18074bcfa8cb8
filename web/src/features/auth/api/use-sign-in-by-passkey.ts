import { useMutation } from '@tanstack/react-query';
import { readPasskey } from '#lib/person/passkeys.ts';
import { useSession } from '#lib/services.tsx';

export function useSignInByPasskey() {
  const session = useSession();
  return useMutation({
    mutationFn: async () => session.signInByPasskey(await readPasskey(await session.requestPasskey({}))),
  });
}
