import ArrowDown from 'virtual:lucide/arrow-down';
import ArrowUp from 'virtual:lucide/arrow-up';
import { type ReactNode, useEffect, useRef } from 'react';
import { ColumnEdge } from '#features/submissions/components/list/column-edge.tsx';
import { wideClass } from '#features/submissions/components/list/submission-row.tsx';
import type { Column } from '#features/submissions/fields.ts';
import type { Filter } from '#features/submissions/filter.ts';
import type { ListLayout } from '#features/submissions/use-list-layout.ts';

export interface Sorting {
  readonly by: Pick<Filter, 'sort' | 'order'>;
  readonly change: (by: Pick<Filter, 'sort' | 'order'>) => void;
}

interface GridHeadProps {
  readonly layout: ListLayout;
  readonly columns: readonly Column[];
  readonly chosen: 'none' | 'some' | 'all';
  readonly sorting: Sorting;
  /** Null where rows cannot be selected. */
  readonly onToggleAll: (() => void) | null;
  /** Null where the columns are fixed. */
  readonly onResize: ((name: string, width: number) => void) | null;
}

/**
 * It stays below the tools while the rows scroll. Rows of several lines have no columns, so only the checkbox is
 * visible there.
 */
export function GridHead({ layout, columns, chosen, sorting, onToggleAll, onResize }: GridHeadProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen === 'some';
  }, [chosen]);
  const all = onToggleAll && (
    <label className="grid h-8 place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all that are loaded"
        checked={chosen === 'all'}
        onChange={onToggleAll}
        className="size-4 accent-accent"
      />
    </label>
  );
  if (layout !== 'wide') {
    return (
      <thead className="block">
        <tr aria-rowindex={1} className="flex h-7 items-center gap-3 border-line border-b px-3 max-sm:sr-only md:h-8">
          {all && <Head className="w-5">{all}</Head>}
          <Head className="grow">Submission</Head>
          {['Star', 'Message', 'Origin'].map((name) => (
            <Head key={name} className="sr-only">
              {name}
            </Head>
          ))}
          <SortHead sorting={sorting} field="">
            Received
          </SortHead>
        </tr>
      </thead>
    );
  }
  return (
    <thead className="sticky top-27 z-9 block bg-canvas">
      <tr aria-rowindex={1} className={`${wideClass} h-9 items-center border-line border-b`}>
        {all && <Head>{all}</Head>}
        <Head>
          <span className="sr-only">Unread</span>
        </Head>
        <Head>
          <span className="sr-only">Star</span>
        </Head>
        {columns.length === 0 && <Head>Content</Head>}
        {columns.map(({ name, label, width, isFlexible }) => (
          <SortHead
            key={name}
            sorting={sorting}
            field={name}
            after={
              !isFlexible &&
              onResize && <ColumnEdge name={label} width={width} onResize={(next) => onResize(name, next)} />
            }
          >
            {label}
          </SortHead>
        ))}
        <Head className="in-data-narrow:sr-only">Origin</Head>
        <Head className="in-data-narrow:sr-only">Fields</Head>
        <SortHead sorting={sorting} field="" className="justify-self-end">
          Received
        </SortHead>
      </tr>
    </thead>
  );
}

interface SortHeadProps {
  readonly sorting: Sorting;
  /** Empty for the time. */
  readonly field: string;
  readonly className?: string;
  readonly after?: ReactNode;
  readonly children: string;
}

/** Sorts by a field or by time: ascending, descending, and back to newest first. */
function SortHead({ sorting, field, className = '', after, children }: SortHeadProps) {
  const { sort, order } = sorting.by;
  const isOwn = sort === field;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const isMarked = isOwn && (field !== '' || order === 'asc');

  function next(): Pick<Filter, 'sort' | 'order'> {
    if (field === '') return { sort: '', order: isOwn && order !== 'asc' ? 'asc' : '' };
    if (!isOwn) return { sort: field, order: 'asc' };
    return order === 'asc' ? { sort: field, order: 'desc' } : { sort: '', order: '' };
  }

  return (
    <th
      scope="col"
      aria-sort={isOwn ? direction : undefined}
      className={`relative flex min-w-0 items-center text-caption font-medium text-muted ${className}`}
    >
      <button
        type="button"
        title={field === '' ? 'Sort by time' : `Sort by ${children}`}
        onClick={() => sorting.change(next())}
        className={`-mx-1.5 inline-flex h-7 min-w-0 items-center gap-1 rounded-small px-1.5 hover:bg-hover hover:text-ink ${isMarked ? 'text-ink' : ''}`}
      >
        <bdi className="truncate">{children}</bdi>
        {isMarked && <Arrow aria-hidden size={12} strokeWidth={2.25} className="shrink-0" />}
      </button>
      {after}
    </th>
  );
}

function Head({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`min-w-0 text-left text-caption font-medium text-muted ${className}`}>
      {children}
    </th>
  );
}
