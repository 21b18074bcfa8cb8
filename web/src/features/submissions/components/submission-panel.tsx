import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import X from 'virtual:lucide/x';
import { Dialog } from '@base-ui/react/dialog';
import type { Submission } from '@inlet/contracts/submissions';
import type { KeyboardEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { useClearFlag } from '#features/submissions/api/use-clear-flag.ts';
import { useSubmission } from '#features/submissions/api/use-submission.ts';
import { SubmissionDetails } from '#features/submissions/components/submission-details.tsx';
import type { InboxActions } from '#features/submissions/use-inbox-actions.ts';
import { ApiError, failureMessage } from '#lib/http.ts';

interface SubmissionPanelProps {
  readonly formId: string;
  readonly id: string;
  readonly rows: readonly Submission[];
  readonly actions: InboxActions;
  /** For one that may be spam, and is not. */
  readonly clearFlag: ReturnType<typeof useClearFlag>;
  readonly onClose: () => void;
}

/** One submission beside the list: on wide screens at its right, on small ones from below. */
export function SubmissionPanel({ formId, id, rows, actions, clearFlag, onClose }: SubmissionPanelProps) {
  const loaded = rows.find((row) => row.id === id);
  // The list cuts long values; the panel shows them whole.
  const whole = loaded?.isTruncated ? undefined : loaded;
  const query = useSubmission(formId, id, whole);
  const submission = whole ?? query.data;

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = panelKeys(actions)[event.key];
    // Arrows scroll a long text that has the focus.
    const isInText = event.key.startsWith('Arrow') && (event.target as Element).closest('section[tabindex]') !== null;
    if (!act || isInText) return;
    event.preventDefault();
    act();
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-veil transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className={popupClass} onKeyDown={onKeyDown} finalFocus={false}>
          <header className="flex items-center gap-1 border-line border-b py-2 pr-2 pl-4 sm:pl-6">
            <Dialog.Title className="mr-auto text-heading font-semibold">Submission Details</Dialog.Title>
            <IconButton
              icon={ChevronUp}
              label="Newer submission"
              title="Newer submission (k)"
              disabled={!actions.hasNewer}
              onClick={() => actions.turn(-1)}
              className="disabled:opacity-40"
            />
            <IconButton
              icon={ChevronDown}
              label="Older submission"
              title="Older submission (j)"
              disabled={!actions.hasOlder}
              onClick={() => actions.turn(1)}
              className="disabled:opacity-40"
            />
            <CopyButton text={window.location.href} label="Copy the link to this submission" />
            <Dialog.Close render={<IconButton icon={X} label="Close" />} />
          </header>
          <div key={id} className="min-h-0 grow overflow-y-auto overscroll-contain p-4 sm:p-6">
            {submission ? (
              <SubmissionDetails submission={submission} />
            ) : query.isPending ? (
              <div className="grid h-40 place-items-center text-muted">
                <Spinner label="Loading the submission" size={20} />
              </div>
            ) : (
              <NotThere query={query} />
            )}
          </div>
          {loaded && (
            <footer className="flex flex-wrap gap-2 border-line border-t px-4 py-3 sm:px-6">
              <Button onClick={actions.deleteOpened}>Delete</Button>
              <Button onClick={actions.markOpened}>{actions.isSpamFolder ? 'Not spam' : 'Mark as spam'}</Button>
              {!loaded.isSpam && loaded.spam.isFlagged && (
                <Button isLoading={clearFlag.isPending} onClick={() => clearFlag.mutate(loaded)}>
                  Not spam
                </Button>
              )}
              <FieldError>{clearFlag.isError ? failureMessage(clearFlag.error) : undefined}</FieldError>
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function panelKeys(actions: InboxActions): Readonly<Record<string, () => void>> {
  const [newer, older] = [() => actions.turn(-1), () => actions.turn(1)];
  return {
    j: older,
    ArrowDown: older,
    ArrowRight: older,
    k: newer,
    ArrowUp: newer,
    ArrowLeft: newer,
    '#': actions.deleteOpened,
    Delete: actions.deleteOpened,
    s: actions.markOpened,
  };
}

function NotThere({ query }: { query: ReturnType<typeof useSubmission> }) {
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <p className="py-10 text-center text-muted">This submission is not there any more.</p>;
  }
  return <QueryFailure title="The submission could not be loaded" query={query} />;
}

const popupClass =
  'fixed inset-x-0 bottom-0 z-30 flex max-h-[92dvh] flex-col rounded-t-large border border-line bg-raised shadow-floating outline-none transition duration-150 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-[min(36rem,calc(100vw-3rem))] sm:rounded-none sm:rounded-l-large sm:data-starting-style:translate-x-4 sm:data-starting-style:translate-y-0';
