import { PageTitle } from '#components/ui/page.tsx';
import { AuthenticatorApp } from '#features/factors/components/authenticator-app.tsx';
import { Passkeys } from '#features/factors/components/passkeys.tsx';
import { Identities } from '#features/identities/components/identities.tsx';

export function SecurityPage() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageTitle>Sign-in</PageTitle>
      <AuthenticatorApp />
      <Passkeys />
      <Identities />
    </div>
  );
}
