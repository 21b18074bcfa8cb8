import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useSignInByPasskey } from '#features/auth/api/use-sign-in-by-passkey.ts';
import { failureMessage } from '#lib/http.ts';
import { hasPasskeys } from '#lib/person/passkeys.ts';

/** Signs in by a passkey alone, where the browser has passkeys. */
export function PasskeyButton() {
  const signIn = useSignInByPasskey();
  if (!hasPasskeys()) return null;
  return (
    <div className="grid gap-3">
      {signIn.error && <Notice tone="danger">{failureMessage(signIn.error)}</Notice>}
      <Button isLoading={signIn.isPending} onClick={() => signIn.mutate()}>
        Continue with a passkey
      </Button>
    </div>
  );
}
