import type { Form } from '@inlet/contracts/forms';
import { parseQuery } from '@inlet/contracts/search-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useClearFlag } from '#features/submissions/api/use-clear-flag.ts';
import { useCounts } from '#features/submissions/api/use-counts.ts';
import { useFields, useUpdateFields } from '#features/submissions/api/use-fields.ts';
import { useLiveSubmissions } from '#features/submissions/api/use-live-submissions.ts';
import { usePendingChange } from '#features/submissions/api/use-pending-change.ts';
import { useSettledChecks } from '#features/submissions/api/use-settled-checks.ts';
import { useSimilar } from '#features/submissions/api/use-similar.ts';
import { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { ChangeToasts } from '#features/submissions/components/bulk/change-toasts.tsx';
import { SelectionBar } from '#features/submissions/components/bulk/selection-bar.tsx';
import { FilterBar } from '#features/submissions/components/filters/filter-bar.tsx';
import { ResultCount } from '#features/submissions/components/filters/result-count.tsx';
import { SavedViews } from '#features/submissions/components/filters/saved-views.tsx';
import { type DialogName, InboxDialog } from '#features/submissions/components/inbox/inbox-dialog.tsx';
import { LiveMark } from '#features/submissions/components/inbox/live-mark.tsx';
import { NewSubmissionsPill } from '#features/submissions/components/inbox/new-submissions-pill.tsx';
import { SearchTerms } from '#features/submissions/components/list/highlighted.tsx';
import { InboxList } from '#features/submissions/components/list/inbox-list.tsx';
import type { GridHandle } from '#features/submissions/components/list/submission-grid.tsx';
import { type Filter, isFiltered, noFilter } from '#features/submissions/filter.ts';
import { isKeptOn, keepChoice } from '#features/submissions/kept-choice.ts';
import { offeredOrigins } from '#features/submissions/offered-origins.ts';
import { spamNote } from '#features/submissions/spam-note.ts';
import { useColumns, useGuessedFields } from '#features/submissions/use-columns.ts';
import type { useFilter } from '#features/submissions/use-filter.ts';
import { useInboxActions } from '#features/submissions/use-inbox-actions.ts';
import { useInboxKeys } from '#features/submissions/use-inbox-keys.ts';
import { useListLayout } from '#features/submissions/use-list-layout.ts';
import { useOpened } from '#features/submissions/use-opened.ts';
import { useSelection } from '#features/submissions/use-selection.ts';

// Dialogs are loaded on demand; with them the page would exceed its budget.
const SubmissionPanel = lazy(async () => ({
  default: (await import('#features/submissions/components/pane/submission-panel.tsx')).SubmissionPanel,
}));
interface SubmissionInboxProps {
  readonly form: Form;
  readonly filter: Filter;
  readonly changeFilter: ReturnType<typeof useFilter>['changeFilter'];
}

export function SubmissionInbox({ form, filter, changeFilter }: SubmissionInboxProps) {
  const layout = useListLayout();
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const { pending, state: changeState } = usePendingChange(form.id, filter.folder);
  const list = useSubmissionList(form.id, filter, pending.isGone);
  const { rows } = list;
  const total = useSubmissionTotal(form.id, filter.folder === 'spam' ? 'spam' : 'inbox');
  const counts = useCounts(form.id);
  useSettledChecks(form.id, list);
  const states = useStateChanges(form.id, list);
  const updateFields = useUpdateFields(form.id);
  const saved = useFields(form.id).data?.fields;
  const guessed = useGuessedFields(rows);
  const fields = saved && saved.length > 0 ? saved : guessed;
  const clearFlag = useClearFlag(form.id, list);
  const similar = useSimilar(form.id, changeState, pending.isGone);
  const selecting = useSelection(rows, filter);
  const opened = useOpened();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [hasShortcuts, setHasShortcuts] = useState(() => isKeptOn('shortcuts'));

  // Rows hold still while one is read or several are being chosen.
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = opened.openedId !== null || selecting.selection.ids.size > 0 || dialog !== null;
  });
  const isAtTop = useCallback(() => !isBusy.current && (grid.current?.isAtTop() ?? true), []);
  const live = useLiveSubmissions({ formId: form.id, filter, list, isAtTop });
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
    filter,
    grid,
    currentId,
    setCurrentId,
    opened,
    selecting,
    pending,
    states,
    onDeleteMatching: () => setDialog('delete-matching'),
  });
  const pageKeys = { ...actions.keys, '/': () => search.current?.focus(), '?': () => setDialog('help') };
  useInboxKeys(pageKeys, { isEnabled: hasShortcuts });
  // A sheet over the list closes by itself.
  const isUnderSheet = opened.openedId !== null && layout !== 'wide';
  useInboxKeys(actions.escape && !isUnderSheet ? { Escape: actions.escape } : {}, {});
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

  const columns = useColumns(fields, opened.openedId !== null);
  const sorting = useMemo(() => ({ by: filter, change: changeFilter }), [filter, changeFilter]);
  const { mutate: saveFields } = updateFields;
  const resize = useCallback(
    (name: string, width: number) =>
      saveFields(fields.map((field) => (field.name === name ? { ...field, width } : field))),
    [fields, saveFields],
  );
  const isShort = opened.openedId !== null;
  const terms = useMemo(() => parseQuery(filter.q), [filter.q]);
  const mark = <LiveMark isInterrupted={live.isInterrupted} arrivals={live.arrivals} />;
  // The tools have room for it, and are in their place.
  const isMarkAbove = !hasNothing && selecting.selection.ids.size === 0 && layout !== 'narrow';

  return (
    <SearchTerms value={terms}>
      <div className={isShort ? 'wide:grid wide:grid-cols-[minmax(0,1fr)_27rem]' : ''}>
        <div className={isShort ? 'min-w-0 wide:pr-3' : 'min-w-0'}>
          <div className={hasNothing ? 'hidden' : barClass}>
            {selecting.selection.ids.size > 0 ? (
              <SelectionBar
                selection={selecting.selection}
                rows={actions.chosenRows()}
                tags={counts?.tags ?? []}
                folder={filter.folder}
                hasMore={!isEnd && selecting.selection.ids.size >= rows.length}
                isFiltered={isFiltered(filter)}
                onSelectEverything={selecting.selectEverything}
                onDelete={actions.deleteChosen}
                onMark={actions.markChosen}
                onSet={actions.setChosen}
                onClear={selecting.clear}
              />
            ) : (
              <FilterBar
                filter={filter}
                origins={origins}
                counts={counts}
                onChange={changeFilter}
                search={search}
                onColumns={fields.length > 0 ? () => setDialog('columns') : null}
                views={
                  <SavedViews
                    formId={form.id}
                    filter={filter}
                    onChange={changeFilter}
                    onMarkAllRead={() =>
                      void states.applyToAll({ ...noFilter, folder: filter.folder }, { isRead: true })
                    }
                  />
                }
                status={
                  <span className="flex items-center gap-2">
                    {list.list && (
                      <ResultCount
                        found={
                          isFiltered(filter)
                            ? list.list.found
                            : { ...list.list.found, total: total ?? list.list.found.total, isExact: true }
                        }
                        isFiltered={isFiltered(filter)}
                      />
                    )}
                    {isMarkAbove && mark}
                  </span>
                }
              />
            )}
          </div>
          {filter.folder === 'spam' && !isEmpty && (
            <p className="flex flex-wrap items-center justify-between gap-x-6 border-line border-b px-3 py-2 text-caption text-muted">
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
            isNewForm={filter.folder === 'inbox' && form.submissionCount === 0 && !isFiltered(filter)}
            grid={grid}
            columns={columns}
            currentId={currentId}
            openedId={opened.openedId}
            sorting={sorting}
            selecting={selecting}
            isNew={isNew}
            onOpen={actions.open}
            onStar={actions.star}
            onResize={resize}
            onTop={showWaiting}
            onClearFilter={() => changeFilter(noFilter)}
          />
          <div className="flex min-h-11 items-center justify-between gap-4 max-sm:pb-4">
            <div className="text-caption text-muted">{!isMarkAbove && mark}</div>
            <button type="button" onClick={() => setDialog('help')} className={hasNothing ? 'hidden' : helpClass}>
              Keyboard shortcuts
            </button>
          </div>
        </div>
        <ChangeToasts
          state={changeState}
          pending={pending}
          states={states}
          similarCount={similar.ids.length}
          onReviewSimilar={() => setDialog('similar')}
          onDismissSimilar={similar.dismiss}
        />
        <Suspense>
          {opened.openedId !== null && (
            <SubmissionPanel
              form={form}
              id={opened.openedId}
              rows={rows}
              actions={actions}
              states={states}
              clearFlag={clearFlag}
              onClose={actions.close}
            />
          )}
          {dialog !== null && (
            <InboxDialog
              dialog={dialog}
              formId={form.id}
              filter={filter}
              fields={fields}
              rows={rows}
              similarIds={similar.ids}
              hasShortcuts={hasShortcuts}
              onShortcuts={(isOn) => {
                keepChoice('shortcuts', isOn);
                setHasShortcuts(isOn);
              }}
              onSpam={(chosen) => pending.begin({ kind: 'spam', rows: chosen })}
              onDeleted={() => {
                selecting.clear();
                void list.query.refetch();
              }}
              onClose={() => setDialog(null)}
            />
          )}
        </Suspense>
      </div>
    </SearchTerms>
  );
}

const helpClass =
  'ml-auto rounded-small text-caption text-muted underline-offset-4 hover:text-ink hover:underline max-sm:hidden';
const barClass = 'z-10 border-line border-b bg-canvas sm:sticky sm:top-14';
const noteLinkClass =
  'rounded-small py-1 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink';
