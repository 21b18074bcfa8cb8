import Star from 'virtual:lucide/star';
import { formatCount } from '@inlet/contracts/counts';
import type { FieldRoles } from '@inlet/contracts/field-choice';
import { lineOf, previewOf } from '@inlet/contracts/field-roles';
import type { Submission } from '@inlet/contracts/submissions';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { Highlighted } from '#features/submissions/components/list/highlighted.tsx';
import { OriginChip } from '#features/submissions/components/list/origin-chip.tsx';
import { Tags } from '#features/submissions/components/list/tags.tsx';
import type { Column } from '#features/submissions/fields.ts';
import { formatDateTime, formatShortDateTime } from '#lib/dates.ts';

export interface SubmissionRowProps {
  readonly submission: Submission;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly roles: FieldRoles;
  /** True for the only row in the tab order. */
  readonly isCurrent: boolean;
  /** True if the submission is shown beside the list. */
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isNew: boolean;
  readonly onOpen: (id: string) => void;
  /** Null where rows cannot be selected. */
  readonly onToggle: ((id: string, isRange: boolean) => void) | null;
  /** Null where stars can only be seen. */
  readonly onStar: ((submission: Submission) => void) | null;
}

/** A submission in one line, with its fields in columns. */
export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { submission, columns, roles } = props;
  const { createdAt, origin, data } = submission;
  const cells = columns.map(({ name, isFlexible }) => ({ name, isFlexible, text: lineOf(data[name]) }));
  // A submission without any of the columns' fields shows its own fields.
  const isElse = cells.every(({ text }) => text === '');
  return (
    <RowFrame {...props} className={wideClass}>
      <BoxCell {...props} className="justify-center" />
      <td className="flex items-center justify-center">
        <UnreadDot submission={submission} />
      </td>
      <StarCell {...props} className="h-full" />
      {cells.length === 0 && (
        <td className="truncate">
          <Tags submission={submission} />
          <OpenButton {...props} text={previewOf(Object.entries(data), roles)} />
        </td>
      )}
      {cells.map(({ name, isFlexible, text }, index) => {
        const shown = isElse && isFlexible ? previewOf(Object.entries(data), roles) : text;
        return (
          <td
            key={name}
            className={classNames(
              'min-w-0 truncate',
              index === 0 || isFlexible ? inkOf(submission, index === 0) : 'text-muted',
            )}
          >
            {isFlexible && <Tags submission={submission} />}
            {index === 0 ? (
              <OpenButton {...props} text={shown} />
            ) : (
              <bdi>
                <Highlighted text={shown} />
              </bdi>
            )}
          </td>
        );
      })}
      <td className="flex min-w-0 in-data-narrow:sr-only">
        <OriginChip origin={origin} />
      </td>
      <td className="whitespace-nowrap text-muted text-caption in-data-narrow:sr-only">{fieldsWords(submission)}</td>
      <td className="text-right whitespace-nowrap text-caption text-muted tabular-nums">
        <Moment createdAt={createdAt} />
      </td>
    </RowFrame>
  );
});

interface RowFrameProps extends SubmissionRowProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** A press anywhere opens the row; the keyboard uses the button in it. */
export function RowFrame(props: RowFrameProps) {
  const { submission, index, isOpen, isSelected, isNew, onOpen, onToggle, className, children } = props;
  function open({ target }: MouseEvent) {
    // The checkbox, the star and the button have their own actions. A click that ends a text selection opens nothing.
    if ((target as Element).closest('button, label, a') === null && getSelection()?.isCollapsed !== false) {
      onOpen(submission.id);
    }
  }
  return (
    <tr
      onClick={open}
      aria-rowindex={index + 2}
      aria-selected={onToggle ? isSelected : undefined}
      data-row={submission.id}
      className={classNames(
        rowClass,
        className,
        isOpen || isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        isNew && 'animate-arrive',
      )}
    >
      {children}
    </tr>
  );
}

export function BoxCell({ submission, isSelected, onToggle, className }: SubmissionRowProps & { className: string }) {
  const { id, createdAt } = submission;
  if (!onToggle) return null;
  return (
    <td className={classNames('flex h-full items-center', className)}>
      <label className="grid size-full min-w-5 place-items-center">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select the submission of ${formatDateTime(createdAt)}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onToggle(id, event.shiftKey)}
          className="size-4 accent-accent"
        />
      </label>
    </td>
  );
}

/** A switch in the shape of a star; the row is one stop for the keyboard, so the star has its own key. */
export function StarCell({ submission, onStar, className }: SubmissionRowProps & { className: string }) {
  const { isStarred, createdAt } = submission;
  const star = (
    <Star
      aria-hidden
      size={15}
      strokeWidth={1.75}
      className={isStarred ? 'fill-amber text-amber' : 'text-line-strong hover:text-ink'}
    />
  );
  if (!onStar) {
    return (
      <td className={className}>
        {isStarred && (
          <span className="grid size-full min-w-6 place-items-center">
            {star}
            <span className="sr-only">Starred</span>
          </span>
        )}
      </td>
    );
  }
  return (
    <td className={className}>
      <label className="grid size-full min-w-6 cursor-pointer place-items-center">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
          role="switch"
          tabIndex={-1}
          aria-label={`Star the submission of ${formatDateTime(createdAt)}`}
          checked={isStarred}
          onChange={() => onStar(submission)}
          className="sr-only"
        />
        {star}
      </label>
    </td>
  );
}

export function UnreadDot({ submission, className }: { submission: Submission; className?: string }) {
  if (submission.isRead) return null;
  return (
    <span className={classNames('inline-block size-2 shrink-0 rounded-full bg-accent', className)}>
      <span className="sr-only">Unread</span>
    </span>
  );
}

/** Unread rows are darker and bolder. */
export function inkOf({ isRead }: Submission, isPerson: boolean): string {
  if (isRead) return isPerson ? '' : 'text-muted';
  return isPerson ? 'font-semibold' : '';
}

export function OpenButton({ submission, isCurrent, onOpen, text }: SubmissionRowProps & { readonly text: string }) {
  return (
    <button
      type="button"
      data-open={submission.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-haspopup="dialog"
      aria-label={text === '' ? `Submission of ${formatDateTime(submission.createdAt)}` : undefined}
      onClick={() => onOpen(submission.id)}
      className="max-w-full truncate text-left align-middle outline-none after:pointer-events-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent focus-visible:after:outline-solid"
    >
      {text === '' ? (
        <span className="text-muted">—</span>
      ) : (
        <bdi>
          <Highlighted text={text} />
        </bdi>
      )}
    </button>
  );
}

export function Moment({ createdAt }: { createdAt: string }) {
  return (
    <time dateTime={createdAt} title={formatDateTime(createdAt)}>
      {formatShortDateTime(createdAt)}
    </time>
  );
}

export function fieldsWords({ data }: Submission): string {
  return `${formatCount(Object.keys(data).length, 'field')} submitted`;
}

/** The placeholder of a row that is loading. */
export function RowOnItsWay() {
  return (
    <tr aria-hidden className={`${rowClass} flex gap-6 px-12`}>
      <td className="block h-3.5 w-32 rounded-small bg-hover" />
      <td className="block h-3.5 w-96 max-w-[40%] rounded-small bg-hover" />
    </tr>
  );
}

/**
 * A checkbox if rows can be selected, the columns of the form, origin, number of fields and time; without origin and
 * number if space is short.
 */
export function templateOf(columns: readonly Column[], isNarrow: boolean, hasBoxes: boolean): string {
  const own = columns.map(({ width, share }) =>
    share > 0 ? `minmax(6rem, ${share}fr)` : `minmax(3rem, ${isNarrow ? Math.min(width, 136) : width}px)`,
  );
  const tracks = own.length === 0 ? ['minmax(6rem, 1fr)'] : own;
  return `${hasBoxes ? '1.25rem ' : ''}0.5rem 1.5rem ${tracks.join(' ')} ${isNarrow ? '' : 'minmax(3rem, 9rem) 7rem '}8.75rem`;
}

export const wideClass = 'grid grid-cols-(--columns) gap-x-3 px-3';

/**
 * The list sets the height. Rows are in normal flow without a position of their own: if every row had its own style,
 * Chromium would compare each of its cells with those of every row that it remembers, including removed rows.
 */
const rowClass = 'relative h-(--row-height) items-center border-line border-b text-small';
