import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useEndEverything } from '#features/sessions/api/use-end-everything.ts';
import { failureMessage } from '#lib/http.ts';

export function SignOutEverywhere() {
  const [isAsking, setIsAsking] = useState(false);
  const ending = useEndEverything();
  return (
    <>
      <Button onClick={() => setIsAsking(true)} className="self-start sm:self-auto">
        Sign out everywhere
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        isWorking={ending.isPending}
        onConfirm={() => ending.mutate()}
        onClose={() => setIsAsking(false)}
        fields={
          ending.isError && (
            <Notice tone="danger">{`You may still be signed in. ${failureMessage(ending.error)}`}</Notice>
          )
        }
      >
        Every device is signed out, this one as well. API keys keep working.
      </ConfirmDialog>
    </>
  );
}
