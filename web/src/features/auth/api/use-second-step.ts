import { useMutation } from '@tanstack/react-query';
import { readPasskey } from '#lib/person/passkeys.ts';
import { useSession } from '#lib/services.tsx';

type Proof = { readonly code: string } | { readonly recoveryCode: string } | 'passkey';

/** Takes the second step of a sign-in, with a code or by a passkey. */
export function useSecondStep(token: string) {
  const session = useSession();
  return useMutation({
    async mutationFn(proof: Proof) {
      if (proof !== 'passkey') return session.finishSignIn({ token, ...proof });
      const passkey = await readPasskey(await session.requestPasskey({ token }));
      await session.finishSignIn({ token, passkey });
    },
  });
}
