import type { Passkey } from '@inlet/contracts/passkeys';
import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useAddPasskey, useDeletePasskey } from '#features/factors/api/use-own-passkeys.ts';
import { RecoveryCodes } from '#features/factors/components/recovery-codes.tsx';
import { formatDate, formatDateTime } from '#lib/dates.ts';
import { describeDevice } from '#lib/describe-device.ts';
import { failureMessage } from '#lib/http.ts';
import { hasPasskeys } from '#lib/person/passkeys.ts';
import { usePasskeys } from '#lib/person/use-passkeys.ts';

/** The passkeys of the person. Each is named after the browser that makes it. */
export function Passkeys() {
  const passkeys = usePasskeys();
  const addition = useAddPasskey();
  const deletion = useDeletePasskey();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const failure = addition.error ?? deletion.error;
  const add = () =>
    addition.mutate(describeDevice(navigator.userAgent).slice(0, 60), {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    });

  return (
    <Section
      title="Passkeys"
      intro="A passkey signs you in with the fingerprint, the face or the PIN of your device. It is a second factor too."
      action={
        hasPasskeys() && (
          <Button isLoading={addition.isPending} onClick={add} className="self-start sm:self-auto">
            Add a passkey
          </Button>
        )
      }
    >
      {failure && (
        <div className="mb-4">
          <Notice tone="danger">{failureMessage(failure)}</Notice>
        </div>
      )}
      {codes && (
        <div className="mb-4">
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        </div>
      )}
      {!passkeys.data && passkeys.isError && (
        <QueryFailure title="Your passkeys could not be loaded" query={passkeys} />
      )}
      {passkeys.isPending && <RowsSkeleton label="Loading your passkeys" />}
      {passkeys.data?.length === 0 && (
        <p className="text-small text-muted">
          {hasPasskeys() ? 'You have no passkey yet.' : 'You have no passkey yet, and this browser cannot make one.'}
        </p>
      )}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul aria-label="Passkeys" className="-my-4 divide-y divide-line">
          {passkeys.data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isDeleting={deletion.isPending && deletion.variables === passkey.id}
              onDelete={() => deletion.mutate(passkey.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly isDeleting: boolean;
  readonly onDelete: () => void;
}

function PasskeyRow({ passkey, isDeleting, onDelete }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt, isUsable } = passkey;
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 py-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small font-medium">
          <span className="wrap-anywhere">{name}</span>
          {!isUsable && <Badge tone="warning">Of another address of this installation</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted">
          <span>Added {formatDate(createdAt)}</span>
          <span>{lastUsedAt ? `Last used ${formatDateTime(lastUsedAt)}` : 'Never used'}</span>
        </p>
      </div>
      <Button
        aria-label={`Delete ${name}`}
        isLoading={isDeleting}
        onClick={onDelete}
        className="self-start sm:self-auto"
      >
        Delete
      </Button>
    </li>
  );
}
