import { Dialog } from '@base-ui/react/dialog';
import { labelsOf } from '@inlet/contracts/labels';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { isOnToast } from '#components/ui/toast.tsx';
import { useSubmission } from '#features/submissions/api/use-submission.ts';
import { PanelHead } from '#features/submissions/components/pane/panel-head.tsx';
import { SubmissionDetails } from '#features/submissions/components/pane/submission-details.tsx';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useMoves } from '#features/submissions/inbox/use-moves.ts';
import { useOpenedRow } from '#features/submissions/inbox/use-opened-row.ts';
import { useSearchKey } from '#features/submissions/inbox/use-search-key.ts';
import { useUndo } from '#features/submissions/inbox/use-undo.ts';
import { toggleDone, toggleRead, toggleStar } from '#features/submissions/state-change.ts';
import { useListLayout } from '#features/submissions/use-list-layout.ts';
import { ApiError } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** One submission: beside the list if there is space, without a backdrop; otherwise over the list. */
export function SubmissionPanel({ id }: { id: string }) {
  const { opened, states, fields } = useInbox();
  const labels = useMemo(() => labelsOf(fields), [fields]);
  const may = useRights();
  const { submission, query } = useShownSubmission(id);
  const isBeside = useListLayout() === 'wide';
  const onKeyDown = usePanelKeys(isBeside);

  const content = (
    <>
      <PanelHead submission={submission} />
      <div key={id} className="min-h-0 grow overflow-y-auto overscroll-contain p-4 sm:p-6 print:overflow-visible">
        {submission ? (
          <SubmissionDetails
            submission={submission}
            labels={labels}
            isNoteAlone={!may('submissions:write')}
            {...(may('submissions:note') && { states })}
          />
        ) : (
          <NotLoaded query={query} />
        )}
      </div>
    </>
  );

  if (isBeside) {
    return (
      // A dialog that leaves the rest of the page usable.
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
        else if (!isOpen) opened.close();
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

/** A submission counts as read once it is shown to somebody who works on it. */
function useShownSubmission(id: string) {
  const may = useRights();
  const { form, list, states } = useInbox();
  const loaded = list.rows.find((row) => row.id === id);
  // The list shortens long values; the panel shows them whole.
  const whole = loaded?.isTruncated ? undefined : loaded;
  const query = useSubmission(form.id, id, whole);
  const submission = whole ?? query.data;

  const { apply } = states;
  const unread = submission && !submission.isRead && may('submissions:write') ? submission : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is opened; one marked as unread stays so
  useEffect(() => {
    if (unread) apply([unread], { isRead: true }, { isQuiet: true });
  }, [submission?.id]);

  return { submission, query };
}

function usePanelKeys(isBeside: boolean): (event: KeyboardEvent) => void {
  const { opened, state, isSearchDue } = useInbox();
  const { showNeighbor } = useMoves();
  const { remove, mark, change } = useOpenedRow();
  const mayChange = useRights()('submissions:write');
  const newer = () => showNeighbor(-1);
  const older = () => showNeighbor(1);
  const undo = useUndo();
  const changes = {
    '#': remove,
    Delete: remove,
    s: mark,
    e: () => change(toggleDone, { isQuiet: false }),
    f: () => change(toggleStar, { isQuiet: false }),
    u: () => change(toggleRead, { isQuiet: false }),
    z: undo,
  };
  const actions: Readonly<Record<string, () => void>> = {
    j: older,
    ArrowDown: older,
    ArrowRight: older,
    k: newer,
    ArrowUp: newer,
    ArrowLeft: newer,
    ...(mayChange && changes),
    '/': useSearchKey(),
    // The sheet is a dialog, which closes on its own.
    ...(isBeside && { Escape: opened.close }),
  };

  return (event) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select') !== null) return;
    // Arrow keys scroll a long text that has the focus.
    if (event.key.startsWith('Arrow') && target.closest('section[tabindex]') !== null) return;
    const act = isSearchDue.current ? () => undefined : actions[event.key];
    if (!act || (event.key.length === 1 && !state.hasShortcuts)) return;
    event.preventDefault();
    act();
  };
}

function NotLoaded({ query }: { query: ReturnType<typeof useSubmission> }) {
  if (query.isPending) {
    return (
      <div className="grid h-40 place-items-center text-muted">
        <Spinner label="Loading the submission" size={20} />
      </div>
    );
  }
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <p className="py-10 text-center text-muted">This submission was deleted.</p>;
  }
  return <QueryFailure title="The submission could not be loaded" query={query} />;
}

const paneClass =
  'sticky top-14 flex h-[calc(100dvh-3.5rem)] flex-col border-line border-l bg-raised -mr-6 animate-appear';

const popupClass =
  'fixed inset-0 z-30 flex flex-col bg-raised shadow-floating outline-none transition duration-150 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:left-auto sm:w-[min(38rem,calc(100vw-3rem))] sm:border-line sm:border-l sm:data-starting-style:translate-x-4 sm:data-starting-style:translate-y-0';
