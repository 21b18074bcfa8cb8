import type { Target } from '@inlet/contracts/targets';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useRotateSecret } from '#features/integrations/api/use-rotate-secret.ts';
import { NewSecret } from '#features/integrations/components/settings/new-secret.tsx';
import { formatMoment } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';

export function TargetSecret({ target }: { target: Target }) {
  const rotation = useRotateSecret(target);
  const [isAsking, setIsAsking] = useState(false);
  const { oldSecretUntil } = target;
  const isOldValid = oldSecretUntil !== null && Date.parse(oldSecretUntil) > Date.now();
  return (
    <Section
      title="Signing secret"
      intro="Each delivery has a signature by this secret, so that your server can verify where it comes from."
      action={
        <Button onClick={() => setIsAsking(true)} className="self-start sm:self-auto">
          New secret
        </Button>
      }
    >
      {rotation.isSuccess && <NewSecret secret={rotation.data.secret} />}
      {isOldValid && (
        <div className="mt-4 first:mt-0">
          <Notice tone="info">{`The secret before it is valid until ${formatMoment(oldSecretUntil)}.`}</Notice>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Make a new secret?"
        confirmLabel="Yes, make a new secret"
        isWorking={rotation.isPending}
        onConfirm={() => rotation.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
        fields={rotation.isError && <Notice tone="danger">{failureMessage(rotation.error)}</Notice>}
      >
        For 24 hours deliveries are signed by both secrets. Give your server the new one within that time.
      </ConfirmDialog>
    </Section>
  );
}
