import { formatCount } from '@inlet/contracts/counts';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { useUndoImport } from '#features/imports/api/use-undo-import.ts';
import { failureMessage } from '#lib/http.ts';

interface UndoImportProps {
  readonly formId: string;
  readonly importId: string;
  /** The submissions that it would delete. */
  readonly count: number;
  /** `pending` is the number of submissions that are deleted later. */
  readonly onUndone: (pending: number) => void;
}

/** Takes an import back, after a question. */
export function UndoImport({ formId, importId, count, onUndone }: UndoImportProps) {
  const [isAsking, setIsAsking] = useState(false);
  const undo = useUndoImport(formId);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Undo</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${formatCount(count, 'imported submission')}?`}
        confirmLabel="Yes, undo the import"
        isWorking={undo.isPending}
        fields={undo.isError && <FieldError>{failureMessage(undo.error)}</FieldError>}
        onConfirm={() =>
          undo.mutate(importId, {
            onSuccess: ({ pending = 0 }) => {
              setIsAsking(false);
              onUndone(pending);
            },
          })
        }
        onClose={() => setIsAsking(false)}
      >
        This deletes the submissions that the import has stored, with their notes and tags. Everything else in the form
        stays. You can import the file again.
      </ConfirmDialog>
    </>
  );
}
