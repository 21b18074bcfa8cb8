import type { Submission } from '@inlet/contracts/submissions';
import { useMutation } from '@tanstack/react-query';
import { useFormChanges } from '#features/submissions/api/form-changes.ts';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { changeRows } from '#features/submissions/list/submission-list.ts';
import { useApi } from '#lib/services.tsx';

/** Marks a submission in the inbox as not spam: it stays, and the filter learns from it. */
export function useClearFlag(formId: string, { change }: Pick<ReturnType<typeof useSubmissionList>, 'change'>) {
  const api = useApi();
  const changes = useFormChanges(formId);
  return useMutation({
    mutationFn: ({ id }: Submission) =>
      changes.sendInOrder([id], () =>
        api.call('markSubmissions', { path: { id: formId }, body: { ids: [id], isSpam: false } }),
      ),
    onSuccess: (_, { id }) =>
      change((list) => changeRows(list, [id], (row) => ({ ...row, spam: { ...row.spam, isFlagged: false } }))),
  });
}
