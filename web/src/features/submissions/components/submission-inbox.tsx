import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '#components/ui/card.tsx';
import { useClearFlag } from '#features/submissions/api/use-clear-flag.ts';
import { useLiveSubmissions } from '#features/submissions/api/use-live-submissions.ts';
import { usePendingChange } from '#features/submissions/api/use-pending-change.ts';
import { useSettledChecks } from '#features/submissions/api/use-settled-checks.ts';
import { useSimilar } from '#features/submissions/api/use-similar.ts';
import { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { FilterBar } from '#features/submissions/components/filter-bar.tsx';
import { InboxList } from '#features/submissions/components/inbox-list.tsx';
import { LiveMark } from '#features/submissions/components/live-mark.tsx';
import { NewSubmissionsPill } from '#features/submissions/components/new-submissions-pill.tsx';
import { SelectionBar } from '#features/submissions/components/selection-bar.tsx';
import type { GridHandle } from '#features/submissions/components/submission-grid.tsx';
import { UndoToast } from '#features/submissions/components/undo-toast.tsx';
import { type Filter, isFiltered } from '#features/submissions/filter.ts';
import { offeredOrigins } from '#features/submissions/offered-origins.ts';
import { readShortcuts, writeShortcuts } from '#features/submissions/shortcuts.ts';
import { spamNote } from '#features/submissions/spam-note.ts';
import type { useFilter } from '#features/submissions/use-filter.ts';
import { useInboxActions } from '#features/submissions/use-inbox-actions.ts';
import { useInboxKeys } from '#features/submissions/use-inbox-keys.ts';
import { useOpened } from '#features/submissions/use-opened.ts';
import { useSelection } from '#features/submissions/use-selection.ts';

// Dialogs are loaded on demand; with them the page would exceed its budget.
const SubmissionPanel = lazy(async () => ({
  default: (await import('#features/submissions/components/submission-panel.tsx')).SubmissionPanel,
}));
const KeyboardHelp = lazy(async () => ({
  default: (await import('#features/submissions/components/keyboard-help.tsx')).KeyboardHelp,
}));
const DeleteMatching = lazy(async () => ({
  default: (await import('#features/submissions/components/delete-matching.tsx')).DeleteMatching,
}));
const SimilarSubmissions = lazy(async () => ({
  default: (await import('#features/submissions/components/similar-submissions.tsx')).SimilarSubmissions,
}));

interface SubmissionInboxProps {
  readonly form: Form;
  readonly filter: Filter;
  readonly changeFilter: ReturnType<typeof useFilter>['changeFilter'];
}

export function SubmissionInbox({ form, filter, changeFilter }: SubmissionInboxProps) {
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const { pending, state: changeState } = usePendingChange(form.id, filter.folder);
  const list = useSubmissionList(form.id, filter, pending.isGone);
  const { rows } = list;
  useSettledChecks(form.id, list);
  const clearFlag = useClearFlag(form.id, list);
  const similar = useSimilar(form.id, changeState, pending.isGone);
  const selecting = useSelection(rows, filter);
  const opened = useOpened();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'help' | 'delete-matching' | 'similar' | null>(null);
  const [hasShortcuts, setHasShortcuts] = useState(readShortcuts);

  // Rows hold still while one is read or several are being chosen.
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = opened.openedId !== null || selecting.selection.ids.size > 0 || dialog !== null;
  });
  const isAtTop = useCallback(() => !isBusy.current && (grid.current?.isAtTop() ?? true), []);
  const live = useLiveSubmissions({ formId: form.id, filter, list, isGone: pending.isGone, isAtTop });
  const showWaiting = useCallback(() => void live.feed.current?.showWaiting(), [live.feed]);
  const isNew = useCallback((id: string) => live.feed.current?.isNew(id) ?? false, [live.feed]);
  // Submissions that waited while a row was open are shown when it closes, if the reader is still at the top.
  const isHeld = opened.openedId !== null || selecting.selection.ids.size > 0 || dialog !== null;
  useEffect(() => {
    if (!isHeld && isAtTop()) showWaiting();
  }, [isHeld, isAtTop, showWaiting]);

  // The row that was read last takes the focus, not the one that was opened first.
  const readId = useRef<string | null>(null);
  useEffect(() => {
    if (opened.openedId === null && readId.current !== null) {
      const id = readId.current;
      // Once the page below the dialog may have the focus again.
      requestAnimationFrame(() => grid.current?.focus(id));
    }
    readId.current = opened.openedId;
  }, [opened.openedId]);

  const actions = useInboxActions({
    rows,
    start: list.list?.start ?? 0,
    folder: filter.folder,
    grid,
    currentId,
    setCurrentId,
    opened,
    selecting,
    pending,
    onDeleteMatching: () => setDialog('delete-matching'),
  });
  const pageKeys = { ...actions.keys, '/': () => search.current?.focus(), '?': () => setDialog('help') };
  useInboxKeys(pageKeys, { isEnabled: hasShortcuts });
  useInboxKeys(actions.gridKeys, { within: '[role=grid]' });

  const origins = useMemo(() => offeredOrigins(form.allowedOrigins, rows), [form.allowedOrigins, rows]);
  const isEnd = (list.list?.pages.at(-1)?.olderCursor ?? null) === null;
  // Without submissions there is nothing to filter.
  const isEmpty = list.list ? rows.length === 0 && list.list.start === 0 && isEnd : form.submissionCount === 0;
  const hasNothing = filter.folder === 'inbox' && !isFiltered(filter) && !list.query.isPlaceholderData && isEmpty;

  function scrollToTop() {
    grid.current?.scrollToTop();
    showWaiting();
  }

  return (
    <>
      <Card>
        <div className={hasNothing ? 'hidden' : barClass}>
          {selecting.selection.ids.size > 0 ? (
            <SelectionBar
              selection={selecting.selection}
              folder={filter.folder}
              hasMore={!isEnd && selecting.selection.ids.size >= rows.length}
              isFiltered={isFiltered(filter)}
              onSelectEverything={selecting.selectEverything}
              onDelete={actions.deleteChosen}
              onMark={actions.markChosen}
              onClear={selecting.clear}
            />
          ) : (
            <FilterBar filter={filter} origins={origins} onChange={changeFilter} search={search} />
          )}
        </div>
        {filter.folder === 'spam' && !isEmpty && (
          <p className="flex flex-wrap items-center justify-between gap-x-6 border-line border-b px-4 py-2 text-caption text-muted">
            {spamNote}
            <Link to={`/forms/${form.id}/settings/spam`} className={noteLinkClass}>
              Adjust the filter
            </Link>
          </p>
        )}
        <NewSubmissionsPill count={live.waiting} onShow={scrollToTop} />
        <InboxList
          list={list}
          filter={filter}
          grid={grid}
          currentId={currentId}
          selecting={selecting}
          isNew={isNew}
          onOpen={actions.open}
          onTop={showWaiting}
          onClearFilter={() => changeFilter({ q: '', from: '', to: '', origin: '' })}
        />
      </Card>
      <div className="mt-3 flex min-h-6 items-center justify-between gap-4">
        <LiveMark isInterrupted={live.isInterrupted} arrivals={live.arrivals} />
        <button
          type="button"
          onClick={() => setDialog('help')}
          className="rounded-small text-caption text-muted underline-offset-4 hover:text-ink hover:underline max-sm:hidden"
        >
          Keyboard shortcuts
        </button>
      </div>
      <UndoToast
        state={changeState}
        pending={pending}
        similarCount={similar.ids.length}
        onReviewSimilar={() => setDialog('similar')}
        onDismissSimilar={similar.dismiss}
      />
      <Suspense>
        {opened.openedId !== null && (
          <SubmissionPanel
            formId={form.id}
            id={opened.openedId}
            rows={rows}
            actions={actions}
            clearFlag={clearFlag}
            onClose={actions.close}
          />
        )}
        {dialog === 'help' && (
          <KeyboardHelp
            isOn={hasShortcuts}
            onSwitch={(isOn) => {
              writeShortcuts(isOn);
              setHasShortcuts(isOn);
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'similar' && (
          <SimilarSubmissions
            formId={form.id}
            ids={similar.ids}
            rows={rows}
            onMark={(chosen) => {
              setDialog(null);
              pending.begin({ kind: 'spam', rows: chosen });
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'delete-matching' && (
          <DeleteMatching
            formId={form.id}
            filter={filter}
            newest={rows[0]}
            onClose={() => setDialog(null)}
            onDeleted={() => {
              setDialog(null);
              selecting.clear();
              void list.query.refetch();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const barClass = 'z-10 rounded-t-large border-line border-b bg-surface sm:sticky sm:top-14';
const noteLinkClass =
  'rounded-small py-1 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink';
