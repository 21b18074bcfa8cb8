import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { Submission } from '@inlet/contracts/submissions';
import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { CompactRow } from '#features/submissions/components/list/compact-row.tsx';
import { GridHead, type Sorting } from '#features/submissions/components/list/grid-head.tsx';
import { RowOnItsWay, SubmissionRow, templateOf } from '#features/submissions/components/list/submission-row.tsx';
import type { Column } from '#features/submissions/fields.ts';
import { rowHeights, useListLayout } from '#features/submissions/use-list-layout.ts';

export interface GridHandle {
  /** Scrolls a row into view, and focuses it. */
  readonly goTo: (index: number) => void;
  readonly show: (index: number) => void;
  readonly focus: (id: string) => void;
  /** True if the first row is visible or below the window. */
  readonly isAtTop: () => boolean;
  readonly scrollToTop: () => void;
}

interface SubmissionGridProps {
  readonly handle: RefObject<GridHandle | null>;
  readonly rows: readonly Submission[];
  /** The number of rows before these that are not loaded. */
  readonly start: number;
  /** The number of all rows, or -1 if it is unknown. */
  readonly total: number;
  readonly columns: readonly Column[];
  readonly roles: FieldRoles;
  /** Hides origin and number of fields, so that the message has the space; screen readers still announce both. */
  readonly isNarrow: boolean;
  readonly currentId: string | null;
  /** The submission that is shown beside the list. */
  readonly openedId: string | null;
  readonly selected: ReadonlySet<string>;
  readonly isNew: (id: string) => boolean;
  readonly onOpen: (id: string) => void;
  /** Called with the row that contains the focus, on its button, its checkbox or its star. */
  readonly onFocus: (id: string) => void;
  /** Null where rows cannot be selected. */
  readonly onToggle: ((id: string, isRange: boolean) => void) | null;
  /** Null where stars can only be seen. */
  readonly onStar: ((submission: Submission) => void) | null;
  readonly onToggleAll: () => void;
  readonly sorting: Sorting;
  /** Null where the columns are fixed. */
  readonly onResize: ((name: string, width: number) => void) | null;
  /** Called with the visible rows, by their positions in the whole list. */
  readonly onView: (first: number, last: number) => void;
  readonly onTop: () => void;
}

/** Pixels of rows that are rendered beyond the edges of the screen, so that a turn of the wheel shows no gap. */
const pixelsBehind = 288;
const pixelsAhead = 1_248;
/** Fewer pixels at the top, and none on the first render, which makes it faster. */
const pixelsAheadAtTop = 360;
/** The height of the bars at the top of the screen: the page's, the filters' and the columns'. */
const stickyHeight = 56 + 52 + 36;

export function SubmissionGrid(props: SubmissionGridProps) {
  const { handle, rows, start, total, columns, isNarrow, currentId, openedId, selected, isNew, onView, onTop } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const focusRow = useFocusRow(body);
  const layout = useListLayout();
  const height = rowHeights[layout];
  const margin = usePlaceOnPage(body);
  const count = start + rows.length;
  // Constant while the list is the same: a new function makes the virtualizer compute every row's position again.
  const keyOf = useCallback((index: number) => rows[index - start]?.id ?? index, [rows, start]);
  const isGoingBack = useRef(false);
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => startTransition(() => setIsPainted(true)), []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    rangeExtractor: useCallback(
      (range: Range) => (isPainted ? rowsAround(range, height, isGoingBack.current) : rowsSeen(range)),
      [height, isPainted],
    ),
    onChange: ({ scrollDirection }) => {
      if (scrollDirection !== null) isGoingBack.current = scrollDirection === 'backward';
    },
    scrollMargin: margin,
    scrollPaddingStart: stickyHeight,
    // Rendered with the rest of the frame; rows beyond the edges cover the moment until then.
    useFlushSync: false,
    getItemKey: keyOf,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height is measured anew
  useLayoutEffect(() => virtualizer.measure(), [height]);

  const Row = layout === 'wide' ? SubmissionRow : CompactRow;
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page just read may not fill the window yet
  useEffect(() => onView(first, last), [onView, first, last, count]);

  const isAtTop = () => (virtualizer.scrollOffset ?? 0) <= Math.max(0, virtualizer.options.scrollMargin - stickyHeight);
  const isTop = isAtTop();
  useEffect(() => {
    if (isTop) onTop();
  }, [isTop, onTop]);

  useImperativeHandle(handle, () => ({
    isAtTop,
    scrollToTop: () => window.scrollTo({ top: Math.max(0, virtualizer.options.scrollMargin - stickyHeight - 48) }),
    goTo: (index) => {
      virtualizer.scrollToIndex(index, { align: 'auto' });
      focusRow(rows[index - start]?.id ?? null);
    },
    show: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    focus: focusRow,
  }));

  const chosen = selected.size === 0 ? 'none' : selected.size >= rows.length ? 'all' : 'some';
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen and opened, in a table's order
      role="grid"
      aria-labelledby="submissions-heading"
      aria-rowcount={total < 0 ? -1 : total + 1}
      aria-multiselectable={props.onToggle ? true : undefined}
      data-narrow={isNarrow || undefined}
      data-boxless={props.onToggle ? undefined : true}
      className="-mx-4 block text-left [overflow-anchor:none] sm:-mx-3"
      style={
        {
          '--columns': templateOf(columns, isNarrow, props.onToggle !== null),
          '--row-height': `${height}px`,
        } as CSSProperties
      }
    >
      <GridHead
        layout={layout}
        columns={columns}
        chosen={chosen}
        sorting={props.sorting}
        onToggleAll={props.onToggle && props.onToggleAll}
        onResize={props.onResize}
      />
      <tbody
        ref={body}
        onFocus={({ target }) => {
          const id = target.closest('[data-row]')?.getAttribute('data-row');
          if (id) props.onFocus(id);
        }}
        className="relative block"
        style={{ height: virtualizer.getTotalSize(), paddingTop: first * height }}
      >
        {items.map(({ index, key }) => {
          const submission = rows[index - start];
          if (!submission) return <RowOnItsWay key={key} />;
          return (
            <Row
              key={key}
              submission={submission}
              index={index}
              columns={columns}
              roles={props.roles}
              isOpen={submission.id === openedId}
              isCurrent={currentId === null ? index === start : submission.id === currentId}
              isSelected={selected.has(submission.id)}
              isNew={isNew(submission.id)}
              onOpen={props.onOpen}
              onToggle={props.onToggle}
              onStar={props.onStar}
            />
          );
        })}
      </tbody>
    </table>
  );
}

function rowsSeen({ startIndex, endIndex }: Range): number[] {
  return Array.from({ length: endIndex - startIndex + 1 }, (_, place) => startIndex + place);
}

/** At each end there is only one direction. */
function rowsAround({ startIndex, endIndex, count }: Range, height: number, isGoingBack: boolean): number[] {
  const isBack = endIndex === count - 1 || (isGoingBack && startIndex > 0);
  const ahead = Math.ceil((startIndex === 0 ? pixelsAheadAtTop : pixelsAhead) / height);
  const behind = Math.ceil(pixelsBehind / height);
  const [above, below] = isBack ? [ahead, behind] : [behind, ahead];
  const first = Math.max(0, startIndex - above);
  const last = Math.min(count - 1, endIndex + below);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/**
 * The row may be rendered only once the page has scrolled to it. Then it gets the focus, unless another row was
 * requested since, or the person types in a field.
 */
function useFocusRow(body: RefObject<HTMLElement | null>): (id: string | null) => void {
  const wantedId = useRef<string | null>(null);
  return (id) => {
    wantedId.current = id;
    const tryIn = (framesLeft: number) => {
      if (id === null || wantedId.current !== id || document.activeElement?.matches(typedInSelector)) return;
      const row = body.current?.querySelector<HTMLElement>(`[data-open="${id}"]`);
      if (row) row.focus({ preventScroll: true });
      else if (framesLeft > 0) requestAnimationFrame(() => tryIn(framesLeft - 1));
    };
    tryIn(10);
  };
}

const typedInSelector = 'input:not([type=checkbox]), textarea, select';

/** The distance of an element from the top of the page; it changes when content above it grows or shrinks. */
function usePlaceOnPage(element: RefObject<HTMLElement | null>): number {
  const [place, setPlace] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setPlace(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return place;
}
