import type { ApiKey } from '@inlet/contracts/api-keys';
import { type RefObject, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useRevokeApiKey } from '#features/api-keys/api/use-revoke-api-key.ts';
import { failureMessage } from '#lib/http.ts';

interface RevokeApiKeyProps {
  /** The key that is about to be revoked, if any. */
  readonly apiKey: ApiKey | null;
  readonly onClose: () => void;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
}

export function RevokeApiKey({ apiKey, onClose, returnFocusTo }: RevokeApiKeyProps) {
  const revocation = useRevokeApiKey();
  // The dialog keeps its text while it fades.
  const [shown, setShown] = useState(apiKey);
  if (apiKey !== null && apiKey !== shown) setShown(apiKey);

  function close() {
    revocation.reset();
    onClose();
  }

  function revoke() {
    if (!apiKey) return;
    revocation.mutate(apiKey, {
      onSuccess() {
        close();
        returnFocusTo.current?.focus();
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={apiKey !== null}
      title={`Revoke “${shown?.name ?? ''}”?`}
      confirmLabel="Yes, revoke"
      isWorking={revocation.isPending}
      onConfirm={revoke}
      onClose={close}
      fields={
        revocation.isError && (
          <Notice tone="danger">{`The key still works. ${failureMessage(revocation.error)}`}</Notice>
        )
      }
    >
      Programs that use this key are refused from now on. This cannot be undone.
    </ConfirmDialog>
  );
}
