import X from 'virtual:lucide/x';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { ChangeKind, ChangeState, PendingChange } from '#features/submissions/pending-change.ts';
import { failureMessage } from '#lib/http.ts';
import { formatCount } from '#lib/wording.ts';

/** Confirms a change and offers to undo it, or reports its failure. The region always exists, so that screen readers announce it. */
export function UndoToast({ state, pending }: { state: ChangeState; pending: PendingChange }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4 sm:bottom-6"
    >
      {state.status === 'waiting' && (
        <div className={toastClass}>
          <span>{`${formatCount(state.change.rows.length, 'submission')} ${doneWords[state.change.kind]}`}</span>
          <Button variant="quiet" onClick={pending.undo} className="text-accent not-disabled:hover:text-accent">
            Undo
          </Button>
        </div>
      )}
      {state.status === 'failed' && (
        <div className={`${toastClass} text-danger`}>
          <span>{`${failedWords[state.change.kind]} ${failureMessage(state.error)}`}</span>
          <IconButton icon={X} label="Dismiss" onClick={pending.dismiss} />
        </div>
      )}
    </div>
  );
}

const doneWords: Record<ChangeKind, string> = {
  delete: 'deleted',
  spam: 'marked as spam',
  'not-spam': 'marked as not spam',
};

const failedWords: Record<ChangeKind, string> = {
  delete: 'Nothing was deleted.',
  spam: 'Nothing was marked.',
  'not-spam': 'Nothing was marked.',
};

const toastClass =
  'pointer-events-auto flex max-w-full items-center gap-4 rounded-large border border-line bg-raised py-1.5 pr-2 pl-4 text-small font-medium shadow-floating';
