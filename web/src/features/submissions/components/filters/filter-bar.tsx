import Columns3 from 'virtual:lucide/columns-3';
import ListFilter from 'virtual:lucide/list-filter';
import X from 'virtual:lucide/x';
import { formatNumber } from '@inlet/contracts/counts';
import type { InboxCounts } from '@inlet/contracts/inbox-state';
import type { Member } from '@inlet/contracts/workspaces';
import { type ComponentProps, lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { SearchSubmissions } from '#features/submissions/components/filters/search-submissions.tsx';
import { type Filter, isFiltered, isSorted, noFilter, unknownOrigin } from '#features/submissions/filter.ts';
import type { useFilter } from '#features/submissions/use-filter.ts';
import { useFormMembers } from '#lib/person/use-colleagues.ts';

// Dialogs are loaded on demand.
const FilterSheet = lazy(async () => ({
  default: (await import('#features/submissions/components/filters/filter-sheet.tsx')).FilterSheet,
}));

interface FilterBarProps {
  readonly formId: string;
  readonly filter: Filter;
  readonly origins: readonly string[];
  readonly counts: InboxCounts | undefined;
  readonly onChange: ReturnType<typeof useFilter>['changeFilter'];
  readonly hidesDone: boolean;
  readonly onHideDone: (isOn: boolean) => void;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onColumns: (() => void) | null;
  /** The menu of saved views. */
  readonly views: ReactNode;
  /** The number of submissions, and the live mark. */
  readonly status: ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { formId, filter, origins, counts, onChange, hidesDone, onHideDone, search, onColumns, views, status } = props;
  const [isOpen, setIsOpen] = useState(false);
  const members = useFormMembers(formId);
  const isShared = members.length > 0;
  // Where space is short, only the button of a filter that is set is shown.
  const isMine = filter.assignee === 'me';
  const inSheet = [...inSheetOf(filter), ...assigneeOf(filter, members)];
  const unread = counts && counts.unread > 0 ? ` ${formatNumber(counts.unread)}${counts.unreadIsExact ? '' : '+'}` : '';
  return (
    <div className="flex h-12 items-center gap-2 sm:h-11 md:h-13">
      <div className="relative flex min-w-0 grow items-center md:contents">
        <div className="min-w-0 grow md:max-w-80">
          <SearchSubmissions value={filter.q} input={search} onSearch={(q) => onChange({ q }, { replace: true })} />
        </div>
        <div className="search-tools contents">
          {filter.folder === 'inbox' && (
            <>
              <ToolButton
                aria-pressed={filter.read === 'false'}
                onClick={() => onChange({ read: filter.read === 'false' ? '' : 'false' })}
              >
                {`Unread${unread}`}
              </ToolButton>
              <ToolButton
                aria-pressed={filter.starred === 'true'}
                onClick={() => onChange({ starred: filter.starred === 'true' ? '' : 'true' })}
                className="max-md:hidden"
              >
                Starred
              </ToolButton>
              {isShared && (
                <ToolButton
                  aria-pressed={isMine}
                  onClick={() => onChange({ assignee: isMine ? '' : 'me' })}
                  className={isMine ? 'max-md:hidden' : 'max-lg:hidden @max-[66rem]:hidden'}
                >
                  Assigned to me
                </ToolButton>
              )}
              <ToolButton
                aria-pressed={hidesDone}
                title={hidesDone ? 'Show done submissions too' : 'Leave done submissions out of the list'}
                onClick={() => onHideDone(!hidesDone)}
                className={classNames('max-lg:hidden', isMine ? '@max-[66rem]:hidden' : '@max-[45rem]:hidden')}
              >
                Hide done
              </ToolButton>
            </>
          )}
          <ToolButton
            aria-label="Filters"
            aria-haspopup="dialog"
            aria-pressed={inSheet.length > 0 || isMine}
            onClick={() => setIsOpen(true)}
          >
            <ListFilter aria-hidden size={15} strokeWidth={1.75} />
            <span className="max-lg:sr-only @max-4xl:sr-only">Filters</span>
          </ToolButton>
          <div className="contents max-sm:hidden">{views}</div>
          {onColumns && (
            <ToolButton aria-haspopup="dialog" title="Columns" onClick={onColumns} className="max-sm:hidden">
              <Columns3 aria-hidden size={15} strokeWidth={1.75} />
              <span className="max-lg:sr-only @max-4xl:sr-only">Columns</span>
            </ToolButton>
          )}
        </div>
      </div>
      <ul aria-label="Filters that are set" className="flex min-w-0 gap-1.5 overflow-hidden max-wide:hidden">
        {inSheet.map(({ label, cleared }) => (
          <li key={label} className="min-w-0">
            <ToolButton aria-label={`Remove the filter ${label}`} aria-pressed onClick={() => onChange(cleared)}>
              <span className="max-w-40 truncate">{label}</span>
              <X aria-hidden size={13} strokeWidth={2} className="shrink-0" />
            </ToolButton>
          </li>
        ))}
      </ul>
      {(isFiltered(filter) || isSorted(filter)) && inSheet.length + Number(isSorted(filter)) > 0 && (
        <button
          type="button"
          onClick={() => onChange({ ...noFilter, q: filter.q, read: filter.read, starred: filter.starred })}
          className="shrink-0 rounded-small px-1 text-caption text-muted underline-offset-4 hover:text-ink hover:underline max-wide:hidden"
        >
          Reset
        </button>
      )}
      <div className="ml-auto shrink-0 pl-2 text-caption text-muted max-sm:hidden">{status}</div>
      {isOpen && (
        <Suspense>
          <FilterSheet
            filter={filter}
            members={members}
            origins={origins}
            tags={counts?.tags ?? []}
            hidesDone={hidesDone}
            onHideDone={onHideDone}
            onChange={onChange}
            more={
              <>
                {views}
                {onColumns && (
                  <ToolButton
                    aria-haspopup="dialog"
                    onClick={() => {
                      setIsOpen(false);
                      onColumns();
                    }}
                  >
                    <Columns3 aria-hidden size={15} strokeWidth={1.75} />
                    Columns
                  </ToolButton>
                )}
              </>
            }
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A small button of the list's tools; while pressed, it narrows the list. */
export function ToolButton({ className, children, ...props }: ComponentProps<'button'>) {
  return (
    <button type="button" {...props} className={classNames(toolClass, className)}>
      {children}
    </button>
  );
}

export const toolClass =
  'relative inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-medium border border-line px-3 text-small font-medium whitespace-nowrap text-muted transition-tint hover:bg-hover hover:text-ink aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent sm:min-h-8';

interface SetFilter {
  readonly label: string;
  readonly cleared: Partial<Omit<Filter, 'folder'>>;
}

/** The filters that the sheet has set, in words. */
function inSheetOf({ origin, from, to, status, tag, ruleErrors, confirmed }: Filter): SetFilter[] {
  return [
    ...(origin === ''
      ? []
      : [{ label: origin === unknownOrigin ? 'Unknown origin' : origin, cleared: { origin: '' } }]),
    ...(from === '' ? [] : [{ label: `From ${from}`, cleared: { from: '' } }]),
    ...(to === '' ? [] : [{ label: `To ${to}`, cleared: { to: '' } }]),
    ...(status === '' ? [] : [{ label: status === 'done' ? 'Done' : 'Open', cleared: { status: '' as const } }]),
    ...(tag === '' ? [] : [{ label: `Tag ${tag}`, cleared: { tag: '' } }]),
    ...(ruleErrors === ''
      ? []
      : [
          {
            label: ruleErrors === 'true' ? 'Breaks a rule' : 'Breaks no rule',
            cleared: { ruleErrors: '' as const },
          },
        ]),
    ...(confirmed === ''
      ? []
      : [
          {
            label: confirmed === 'true' ? 'Address confirmed' : 'Address not confirmed',
            cleared: { confirmed: '' as const },
          },
        ]),
  ];
}

/** The assignee in words, unless a button shows it. */
function assigneeOf({ assignee, folder }: Filter, members: readonly Member[]): SetFilter[] {
  if (assignee === '' || (assignee === 'me' && folder === 'inbox' && members.length > 0)) return [];
  const known = members.find(({ id }) => id === assignee)?.email ?? 'a member';
  const words = { me: 'me', none: 'nobody' }[assignee] ?? known;
  return [{ label: `Assigned to ${words}`, cleared: { assignee: '' } }];
}
