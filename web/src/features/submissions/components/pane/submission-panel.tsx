import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, useEffect } from 'react';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { isOnToast } from '#components/ui/toast.tsx';
import { useSubmission } from '#features/submissions/api/use-submission.ts';
import { PanelHead, type SubmissionPanelProps } from '#features/submissions/components/pane/panel-head.tsx';
import { SubmissionDetails } from '#features/submissions/components/pane/submission-details.tsx';
import type { InboxActions } from '#features/submissions/use-inbox-actions.ts';
import { useListLayout } from '#features/submissions/use-list-layout.ts';
import { ApiError } from '#lib/http.ts';

/** One submission: beside the list where there is room, without a veil; over it elsewhere. */
export function SubmissionPanel(props: SubmissionPanelProps) {
  const { form, id, rows, actions, states, onClose } = props;
  const isBeside = useListLayout() === 'wide';
  const loaded = rows.find((row) => row.id === id);
  // The list cuts long values; the panel shows them whole.
  const whole = loaded?.isTruncated ? undefined : loaded;
  const query = useSubmission(form.id, id, whole);
  const submission = whole ?? query.data;

  // What is shown counts as read.
  const { apply } = states;
  const unread = submission && !submission.isRead ? submission : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is opened; one marked as unread stays so
  useEffect(() => {
    if (unread) apply([unread], { isRead: true }, { isQuiet: true });
  }, [submission?.id]);

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea') !== null) return;
    // The sheet is a dialog, which closes by itself.
    const close = isBeside ? onClose : undefined;
    const act = event.key === 'Escape' ? close : panelKeys(actions)[event.key];
    // Arrows scroll a long text that has the focus.
    const isInText = event.key.startsWith('Arrow') && target.closest('section[tabindex]') !== null;
    if (!act || isInText) return;
    event.preventDefault();
    act();
  }

  const content = (
    <>
      <PanelHead {...props} submission={submission} isBeside={isBeside} />
      <div key={id} className="min-h-0 grow overflow-y-auto overscroll-contain p-4 sm:p-6 print:overflow-visible">
        {submission ? (
          <SubmissionDetails submission={submission} states={states} />
        ) : query.isPending ? (
          <div className="grid h-40 place-items-center text-muted">
            <Spinner label="Loading the submission" size={20} />
          </div>
        ) : (
          <NotThere query={query} />
        )}
      </div>
    </>
  );

  if (isBeside) {
    return (
      // A dialog that leaves the page usable.
      <div role="dialog" aria-label="Submission Details" data-printed onKeyDown={onKeyDown} className={paneClass}>
        {content}
      </div>
    );
  }
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen, details) => {
        if (isOnToast(details.event)) details.cancel();
        else if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-veil transition-opacity duration-150 data-starting-style:opacity-0 print:hidden" />
        <Dialog.Popup
          aria-label="Submission Details"
          data-printed
          className={popupClass}
          onKeyDown={onKeyDown}
          finalFocus={false}
        >
          {content}
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
    e: actions.turnDone,
    f: actions.turnStar,
    u: actions.turnRead,
  };
}

function NotThere({ query }: { query: ReturnType<typeof useSubmission> }) {
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <p className="py-10 text-center text-muted">This submission was deleted.</p>;
  }
  return <QueryFailure title="The submission could not be loaded" query={query} />;
}

const paneClass =
  'sticky top-14 flex h-[calc(100dvh-3.5rem)] flex-col border-line border-l bg-raised -mr-6 animate-appear';

const popupClass =
  'fixed inset-0 z-30 flex flex-col bg-raised shadow-floating outline-none transition duration-150 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:left-auto sm:w-[min(38rem,calc(100vw-3rem))] sm:border-line sm:border-l sm:data-starting-style:translate-x-4 sm:data-starting-style:translate-y-0';
