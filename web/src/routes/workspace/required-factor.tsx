import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { AuthenticatorApp } from '#features/factors/components/authenticator-app.tsx';
import { Passkeys } from '#features/factors/components/passkeys.tsx';
import { usePasskeys } from '#lib/person/use-passkeys.ts';
import { useTotp } from '#lib/person/use-totp.ts';
import { useUser } from '#lib/services.tsx';

/** Replaces every page of a workspace that requires a second factor, until the person has one. */
export function RequiredFactor() {
  const { workspace } = useUser();
  const queryClient = useQueryClient();
  const hasApp = useTotp().data?.isOn === true;
  const hasPasskey = (usePasskeys().data?.length ?? 0) > 0;
  return (
    <div className="grid max-w-[48rem] grid-cols-1 gap-6">
      <PageTitle>Second factor</PageTitle>
      <PageHeader title="Set up a second factor">
        <p className="mt-1 text-pretty wrap-anywhere text-muted">
          {`${workspace?.name ?? 'This workspace'} requires a second factor. Set up an app or a passkey, keep the recovery codes, then go on.`}
        </p>
      </PageHeader>
      <AuthenticatorApp />
      <Passkeys />
      {/* Everything is read again, and the note with it. */}
      <Button
        variant="primary"
        disabled={!hasApp && !hasPasskey}
        onClick={() => void queryClient.resetQueries()}
        className="justify-self-start"
      >
        Go on to the workspace
      </Button>
    </div>
  );
}
