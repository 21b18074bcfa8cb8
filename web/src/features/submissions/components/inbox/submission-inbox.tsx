import { parseQuery } from '@inlet/contracts/search-query';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { InboxList } from '#features/submissions/components/inbox/inbox-list.tsx';
import { InboxNotices } from '#features/submissions/components/inbox/inbox-notices.tsx';
import { InboxToolbar } from '#features/submissions/components/inbox/inbox-toolbar.tsx';
import { LiveMark } from '#features/submissions/components/inbox/live-mark.tsx';
import { NewSubmissionsPill } from '#features/submissions/components/inbox/new-submissions-pill.tsx';
import { SearchTerms } from '#features/submissions/components/list/highlighted.tsx';
import { isFiltered } from '#features/submissions/filter.ts';
import { type Inbox, useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { InboxProvider } from '#features/submissions/inbox/inbox-provider.tsx';
import { useFocusOnClose } from '#features/submissions/inbox/use-focus-on-close.ts';
import { useInboxShortcuts } from '#features/submissions/inbox/use-inbox-shortcuts.ts';
import { isEmptyList } from '#features/submissions/list/submission-list.ts';
import { spamNote } from '#features/submissions/spam-note.ts';
import { useListLayout } from '#features/submissions/use-list-layout.ts';
import { useRights } from '#lib/person/use-rights.ts';

// Loaded on demand; with it the page would exceed its budget.
const SubmissionPanel = lazy(async () => ({
  default: (await import('#features/submissions/components/pane/submission-panel.tsx')).SubmissionPanel,
}));

export function SubmissionInbox(props: Pick<Inbox, 'form' | 'filter' | 'changeFilter'>) {
  const { q } = props.filter;
  const terms = useMemo(() => parseQuery(q), [q]);
  return (
    <SearchTerms value={terms}>
      <InboxProvider {...props}>
        <ListAndPane />
      </InboxProvider>
    </SearchTerms>
  );
}

function ListAndPane() {
  const { openedId } = useInbox().opened;
  useInboxShortcuts();
  useFocusOnClose();
  const isOpen = openedId !== null;
  return (
    <div className={isOpen ? 'wide:grid wide:grid-cols-[minmax(0,1fr)_27rem]' : ''}>
      <div className={isOpen ? 'min-w-0 wide:pr-3' : 'min-w-0'}>
        <ListWithTools />
      </div>
      <InboxNotices />
      <Suspense>{isOpen && <SubmissionPanel id={openedId} />}</Suspense>
    </div>
  );
}

function ListWithTools() {
  const { form, filter, hidesDone, list, live, state, dispatch, grid } = useInbox();
  const layout = useListLayout();
  const total = useSubmissionTotal(form.id, 'inbox') ?? form.submissionCount;
  const isEmpty = list.list ? isEmptyList(list.list) && !(hidesDone && total > 0) : form.submissionCount === 0;
  // Without submissions there is nothing to filter.
  const hasNothing = filter.folder === 'inbox' && !isFiltered(filter) && !list.query.isPlaceholderData && isEmpty;
  // The live mark is among the tools while they are shown and have space for it.
  const isMarkAbove = !hasNothing && state.selection.ids.size === 0 && layout !== 'narrow';
  const mark = <LiveMark isInterrupted={live.isInterrupted} arrivals={live.arrivals} />;

  function showNew() {
    grid.current?.scrollToTop();
    live.showWaiting();
  }

  return (
    <>
      <div className={hasNothing ? 'hidden' : barClass}>
        <InboxToolbar mark={isMarkAbove && mark} />
      </div>
      {filter.folder === 'spam' && !isEmpty && <SpamNote formId={form.id} />}
      <NewSubmissionsPill count={live.waiting} onShow={showNew} />
      <InboxList />
      <div className="flex min-h-11 items-center justify-between gap-4 max-sm:pb-4">
        <div className="text-caption text-muted">{!isMarkAbove && mark}</div>
        <button
          type="button"
          onClick={() => dispatch({ type: 'open-dialog', dialog: 'help' })}
          className={hasNothing ? 'hidden' : helpClass}
        >
          Keyboard shortcuts
        </button>
      </div>
    </>
  );
}

function SpamNote({ formId }: { formId: string }) {
  const may = useRights();
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 border-line border-b px-3 py-2 text-caption text-muted">
      {spamNote}
      {may('forms:write') && (
        <Link to={`/forms/${formId}/settings/spam`} className={noteLinkClass}>
          Adjust the filter
        </Link>
      )}
    </p>
  );
}

const helpClass =
  'ml-auto rounded-small text-caption text-muted underline-offset-4 hover:text-ink hover:underline max-sm:hidden';
const barClass = '@container z-10 border-line border-b bg-canvas sm:sticky sm:top-14';
const noteLinkClass =
  'rounded-small py-1 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink';
