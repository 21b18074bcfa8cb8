import type { Submission } from '@inlet/contracts/submissions';
import { useMutation } from '@tanstack/react-query';
import { useFormChanges } from '#features/submissions/api/form-changes.ts';
import { useApi } from '#lib/services.tsx';

/** Saves the owner's note on a submission. */
export function useNote(row: Submission, onSaved: (note: string | null) => void) {
  const api = useApi();
  const changes = useFormChanges(row.formId);
  return useMutation({
    mutationFn: (note: string) =>
      changes.sendInOrder([row.id], () =>
        api.call('updateSubmission', { path: { id: row.formId, sid: row.id }, body: { note: note.trim() || null } }),
      ),
    onSuccess: ({ note }) => onSaved(note),
  });
}
