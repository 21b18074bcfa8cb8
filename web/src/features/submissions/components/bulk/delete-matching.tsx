import { formatCount } from '@inlet/contracts/counts';
import type { Submission } from '@inlet/contracts/submissions';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { deleteMatching } from '#features/submissions/api/change-submissions.ts';
import { type Filter, isFiltered } from '#features/submissions/filter.ts';
import { failureMessage } from '#lib/http.ts';
import { useApi } from '#lib/services.tsx';

interface DeleteMatchingProps {
  readonly formId: string;
  readonly filter: Filter;
  /** Submissions newer than this one were not shown, so they stay. */
  readonly newest: Submission | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before all submissions that match a filter are deleted, because this cannot be undone. */
export function DeleteMatching({ formId, filter, newest, onClose, onDeleted }: DeleteMatchingProps) {
  const api = useApi();
  const deletion = useMutation({
    mutationFn: () => deleteMatching(api, formId, filter, newest),
    onSuccess: (pending) => pending === 0 && onDeleted(),
  });
  if (deletion.data) {
    return (
      <Dialog isOpen onClose={onDeleted} title="Delete submissions">
        <p>{`${formatCount(deletion.data, 'submission')} are still being deleted, which may take some minutes. You need not wait for it.`}</p>
        <div className="mt-6 flex justify-end">
          <Button onClick={onDeleted}>Close</Button>
        </div>
      </Dialog>
    );
  }
  const what = isFiltered(filter)
    ? 'all submissions that match the filter'
    : filter.folder === 'spam'
      ? 'all spam of this form'
      : 'all submissions of this form';
  return (
    <Dialog isOpen onClose={onClose} title="Delete submissions">
      <p>{`This deletes ${what}, also those that are not on the screen. It cannot be undone.`}</p>
      {deletion.isError && (
        <div className="mt-4">
          <Notice tone="danger">{failureMessage(deletion.error)}</Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" isLoading={deletion.isPending} onClick={() => deletion.mutate()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
