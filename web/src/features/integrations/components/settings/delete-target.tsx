import type { Target } from '@inlet/contracts/targets';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useDeleteTarget } from '#features/integrations/api/use-delete-target.ts';
import { failureMessage } from '#lib/http.ts';

export function DeleteTarget({ target, onDeleted }: { target: Target; onDeleted: () => void }) {
  const deletion = useDeleteTarget(target);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section
      title="Delete integration"
      intro="Ends its deliveries and deletes its log."
      isDangerous
      action={
        <Button variant="danger" onClick={() => setIsAsking(true)} className="self-start sm:self-auto">
          Delete integration
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete “${target.name}”?`}
        confirmLabel="Yes, delete it"
        isWorking={deletion.isPending}
        onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
        onClose={() => setIsAsking(false)}
        fields={deletion.isError && <Notice tone="danger">{failureMessage(deletion.error)}</Notice>}
      >
        Deliveries that wait are dropped, and the log is deleted. This cannot be undone.
      </ConfirmDialog>
    </Section>
  );
}
