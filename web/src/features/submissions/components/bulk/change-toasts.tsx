import { formatCount, formatNumber } from '@inlet/contracts/counts';
import { Toast, ToastAction, useToasts } from '#components/ui/toast.tsx';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { type ChangeKind, type ChangeState, undoMs } from '#features/submissions/pending-change.ts';
import { stateWords } from '#features/submissions/state-change.ts';
import { failureMessage } from '#lib/http.ts';

interface ChangeToastsProps {
  readonly state: ChangeState;
  /** The number of submissions that resemble the one that was marked as spam. */
  readonly similarCount: number;
  readonly onDismissSimilar: () => void;
}

/** Reports a change and offers to undo it, or reports its failure; offers similar submissions after a spam mark. */
export function ChangeToasts({ state, similarCount, onDismissSimilar }: ChangeToastsProps) {
  useToasts();
  const { dispatch, pending, states } = useInbox();
  const { outcome } = states;
  const onReviewSimilar = () => dispatch({ type: 'open-dialog', dialog: 'similar' });
  const review = similarCount > 0 && (
    <ToastAction onPress={onReviewSimilar}>{`Review ${formatNumber(similarCount)} similar`}</ToastAction>
  );
  return (
    <>
      {state.status === 'waiting' && (
        <Toast
          key={keyOf(state.change)}
          timeoutMs={undoMs}
          onClose={pending.settle}
          actions={
            <>
              {review}
              <ToastAction onPress={pending.undo}>Undo</ToastAction>
            </>
          }
        >
          {`${formatCount(state.change.rows.length, 'submission')} ${doneWords[state.change.kind]}`}
        </Toast>
      )}
      {state.status === 'idle' && similarCount > 0 && (
        <Toast actions={review} onClose={onDismissSimilar}>
          {`${formatCount(similarCount, 'submission')} in the inbox ${similarCount === 1 ? 'is' : 'are'} similar`}
        </Toast>
      )}
      {state.status === 'failed' && (
        <Toast tone="danger" onClose={pending.dismiss}>
          {`${failedWords[state.change.kind]} ${failureMessage(state.error)}`}
        </Toast>
      )}
      {outcome && 'done' in outcome && (
        <Toast
          key={keyOf(outcome.done)}
          timeoutMs={undoMs}
          onClose={states.dismiss}
          actions={<ToastAction onPress={states.undo}>Undo</ToastAction>}
        >
          {stateWords(outcome.done.before.length, outcome.done.set)}
        </Toast>
      )}
      {outcome && 'all' in outcome && (
        <Toast
          key={keyOf(outcome.all)}
          timeoutMs={undoMs}
          onClose={states.dismiss}
          actions={outcome.all.undos.length > 0 && <ToastAction onPress={states.undo}>Undo</ToastAction>}
        >
          {stateWords(null, outcome.all.set)}
        </Toast>
      )}
      {outcome && 'error' in outcome && (
        <Toast tone="danger" onClose={states.dismiss}>
          {`Nothing was changed. ${failureMessage(outcome.error)}`}
        </Toast>
      )}
    </>
  );
}

const keys = new WeakMap<object, number>();
let made = 0;

/** Constant for the same change, so that its time starts only once. */
function keyOf(change: object): number {
  const known = keys.get(change);
  if (known !== undefined) return known;
  made += 1;
  keys.set(change, made);
  return made;
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
