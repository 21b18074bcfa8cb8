import type { NewTotp, TotpState } from '@inlet/contracts/factors';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useEndTotp, useRenewCodes, useStartTotp } from '#features/factors/api/use-app-factor.ts';
import { RecoveryCodes } from '#features/factors/components/recovery-codes.tsx';
import { formatDate } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';
import { useTotp } from '#lib/person/use-totp.ts';

const SetUpTotp = lazy(async () => ({
  default: (await import('#features/factors/components/set-up-totp.tsx')).SetUpTotp,
}));

/** The authenticator app of the person, and the recovery codes of all second factors. */
export function AuthenticatorApp() {
  const state = useTotp();
  const start = useStartTotp();
  const end = useEndTotp();
  const renew = useRenewCodes();
  const [secret, setSecret] = useState<NewTotp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const failure = start.error ?? end.error ?? renew.error;

  function content(): ReactNode {
    if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
    if (secret) {
      const show = (recoveryCodes: readonly string[]) => {
        setSecret(null);
        setCodes(recoveryCodes);
      };
      return (
        <Suspense fallback={<RowsSkeleton label="Loading the new app" />}>
          <SetUpTotp totp={secret} onDone={show} onCancel={() => setSecret(null)} />
        </Suspense>
      );
    }
    if (!state.data) {
      return state.isError ? (
        <QueryFailure title="Your second factor could not be loaded" query={state} />
      ) : (
        <RowsSkeleton label="Loading your second factor" />
      );
    }
    return (
      <div className="grid grid-cols-1 gap-4">
        <p className="text-small">{sentenceOf(state.data)}</p>
        <div className="flex flex-wrap gap-2">
          {state.data.isOn ? (
            <Button isLoading={end.isPending} onClick={() => end.mutate()}>
              Remove the app
            </Button>
          ) : (
            <Button isLoading={start.isPending} onClick={() => start.mutate(undefined, { onSuccess: setSecret })}>
              Set up an app
            </Button>
          )}
          {state.data.recoveryCodesLeft > 0 && (
            <Button
              isLoading={renew.isPending}
              onClick={() => renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) })}
            >
              Make new recovery codes
            </Button>
          )}
        </div>
      </div>
    );
  }

  return (
    <Section
      title="Second factor"
      intro={
        <>
          A sign-in with your password then also asks for a code of an app on your phone.{' '}
          <DocsLink page="second-factor">Two-step sign-in and passkeys</DocsLink>
        </>
      }
    >
      {failure && (
        <div className="mb-4">
          <Notice tone="danger">{failureMessage(failure)}</Notice>
        </div>
      )}
      {content()}
    </Section>
  );
}

function sentenceOf({ isOn, onSince, recoveryCodesLeft }: TotpState): string {
  const app = isOn
    ? `An authenticator app is on since ${onSince ? formatDate(onSince) : 'today'}.`
    : 'No app is set up.';
  if (!isOn && recoveryCodesLeft === 0) return app;
  return `${app} ${recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left.`;
}
