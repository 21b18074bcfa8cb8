import type { Submission } from '@inlet/contracts/submissions';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Saves the owner's note on a submission. */
export function useNote(row: Submission, onSaved: (row: Submission) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: (note: string) =>
      api.call('updateSubmission', { path: { id: row.formId, sid: row.id }, body: { note: note.trim() || null } }),
    onSuccess: ({ note }) => onSaved({ ...row, note }),
  });
}
