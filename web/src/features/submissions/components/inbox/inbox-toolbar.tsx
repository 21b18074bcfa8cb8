import type { InboxCounts } from '@inlet/contracts/inbox-state';
import { type ReactNode, useMemo } from 'react';
import { useCounts } from '#features/submissions/api/use-counts.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { SelectionBar } from '#features/submissions/components/bulk/selection-bar.tsx';
import { FilterBar } from '#features/submissions/components/filters/filter-bar.tsx';
import { ResultCount } from '#features/submissions/components/filters/result-count.tsx';
import { SavedViews } from '#features/submissions/components/filters/saved-views.tsx';
import { isFiltered, noFilter } from '#features/submissions/filter.ts';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { keepChoice } from '#features/submissions/kept-choice.ts';
import { offeredOrigins } from '#features/submissions/offered-origins.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** The filters, or the actions on selected rows. */
export function InboxToolbar({ mark }: { mark: ReactNode }) {
  const { form, state } = useInbox();
  const counts = useCounts(form.id);
  return state.selection.ids.size > 0 ? (
    <SelectionBar tags={counts?.tags ?? []} />
  ) : (
    <Filters counts={counts} mark={mark} />
  );
}

function Filters({ counts, mark }: { counts: InboxCounts | undefined; mark: ReactNode }) {
  const { form, filter, hidesDone, changeFilter, list, fields, dispatch, states, search } = useInbox();
  const { rows } = list;
  const may = useRights();
  const origins = useMemo(() => offeredOrigins(form.allowedOrigins, rows), [form.allowedOrigins, rows]);
  /** The choice applies at once, whatever status the address requested. */
  function hideDone(isOn: boolean): void {
    keepChoice('hide-done', isOn);
    if (isOn && filter.status !== '') changeFilter({ status: '' });
  }

  return (
    <FilterBar
      formId={form.id}
      filter={filter}
      origins={origins}
      counts={counts}
      onChange={changeFilter}
      hidesDone={hidesDone}
      onHideDone={hideDone}
      search={search}
      onColumns={
        fields.length > 0 && may('forms:write') ? () => dispatch({ type: 'open-dialog', dialog: 'columns' }) : null
      }
      views={
        <SavedViews
          formId={form.id}
          filter={filter}
          onChange={changeFilter}
          onMarkAllRead={
            may('submissions:write')
              ? () => void states.applyToAll({ ...noFilter, folder: filter.folder }, { isRead: true })
              : null
          }
          mayEdit={may('forms:write')}
        />
      }
      status={
        <span className="flex items-center gap-2">
          <Count />
          {mark}
        </span>
      }
    />
  );
}

function Count() {
  const { form, filter, hidesDone, list } = useInbox();
  const total = useSubmissionTotal(form.id, filter.folder === 'spam' ? 'spam' : 'inbox');
  if (!list.list) return null;
  const { found } = list.list;
  if (isFiltered(filter)) return <ResultCount found={found} noun="result" />;
  if (hidesDone) return <ResultCount found={found} noun="open submission" />;
  // Events report the total before the list is read again.
  return <ResultCount found={{ ...found, total: total ?? found.total, isExact: true }} noun="submission" />;
}
