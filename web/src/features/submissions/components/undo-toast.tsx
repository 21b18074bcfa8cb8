import X from 'virtual:lucide/x';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { ChangeKind, ChangeState, PendingChange } from '#features/submissions/pending-change.ts';
import { failureMessage } from '#lib/http.ts';
import { formatCount, formatNumber } from '#lib/wording.ts';

interface UndoToastProps {
  readonly state: ChangeState;
  readonly pending: PendingChange;
  /** How many submissions are like the one that was marked as spam. */
  readonly similarCount: number;
  readonly onReviewSimilar: () => void;
  readonly onDismissSimilar: () => void;
}

/**
 * Confirms a change and offers to undo it, or reports its failure. It stays while there are similar submissions to
 * mark. The region always exists, so that screen readers announce it.
 */
export function UndoToast({ state, pending, similarCount, onReviewSimilar, onDismissSimilar }: UndoToastProps) {
  const review = similarCount > 0 && (
    <Button variant="quiet" onClick={onReviewSimilar} className={actionClass}>
      {`Review ${formatNumber(similarCount)} similar`}
    </Button>
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4 sm:bottom-6"
    >
      {state.status === 'waiting' && (
        <div className={toastClass}>
          <span>{`${formatCount(state.change.rows.length, 'submission')} ${doneWords[state.change.kind]}`}</span>
          <span className="flex">
            {review}
            <Button variant="quiet" onClick={pending.undo} className={actionClass}>
              Undo
            </Button>
          </span>
        </div>
      )}
      {state.status === 'idle' && similarCount > 0 && (
        <div className={toastClass}>
          <span>{`${formatCount(similarCount, 'submission')} in the inbox ${similarCount === 1 ? 'is' : 'are'} similar`}</span>
          <span className="flex">
            {review}
            <IconButton icon={X} label="Dismiss" onClick={onDismissSimilar} />
          </span>
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
  'pointer-events-auto flex max-w-full flex-wrap items-center gap-x-4 rounded-large border border-line bg-raised py-1.5 pr-2 pl-4 text-small font-medium shadow-floating';

const actionClass = 'text-accent! max-sm:first:-ml-4';
