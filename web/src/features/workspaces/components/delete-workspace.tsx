import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useDeleteWorkspace } from '#features/workspaces/api/use-change-workspace.ts';
import { failureMessage } from '#lib/http.ts';

/** Deletes one of several workspaces. The last one goes with the account. */
export function DeleteWorkspace({ name }: { name: string }) {
  const deletion = useDeleteWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section
      title="Delete the workspace"
      intro="Its forms and submissions go with it. Its members keep their other workspaces."
      isDangerous
      action={
        <Button variant="danger" onClick={() => setIsAsking(true)} className="self-start sm:self-auto">
          Delete workspace
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${name}?`}
        confirmLabel="Yes, delete forever"
        isWorking={deletion.isPending || deletion.isSuccess}
        onConfirm={() => deletion.mutate()}
        onClose={() => setIsAsking(false)}
        fields={deletion.isError && <Notice tone="danger">{failureMessage(deletion.error)}</Notice>}
      >
        This cannot be undone. Every form, every submission and every API key of the workspace is deleted, and a
        subscription is canceled at once.
      </ConfirmDialog>
    </Section>
  );
}
