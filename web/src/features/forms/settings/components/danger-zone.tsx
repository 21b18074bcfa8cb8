import { formatCount } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useDeleteForm } from '#features/forms/settings/api/use-delete-form.ts';

export function DangerZone({ form, onDeleted }: { form: Form; onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteForm(form.id);
  return (
    <section aria-labelledby="danger-heading">
      <Card className="flex flex-col gap-4 border-danger-line p-4 sm:flex-row sm:items-center sm:justify-between sm:p-6">
        <div className="min-w-0">
          <h2 id="danger-heading" className="text-heading font-semibold">
            Danger Zone
          </h2>
          <p className="mt-1 text-small text-muted">
            Closes the form’s endpoint and deletes everything that was sent to it.
          </p>
        </div>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Delete this form
        </Button>
      </Card>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete “${form.name}”?`}
        confirmLabel="Yes, delete forever"
        isWorking={deletion.isPending}
        onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
        onClose={() => setIsAsking(false)}
      >
        {`${whatGoes(form)} deleted, and websites that send to its endpoint are refused. This cannot be undone.`}
      </ConfirmDialog>
    </section>
  );
}

function whatGoes({ submissionCount }: Form): string {
  if (submissionCount === 0) return 'The form is';
  return `The form and its ${formatCount(submissionCount, 'submission')} are`;
}
