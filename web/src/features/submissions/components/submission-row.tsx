import type { Submission } from '@inlet/contracts/submissions';
import { memo } from 'react';
import { Chip } from '#components/ui/chip.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { SubmissionMark } from '#features/submissions/components/submission-mark.tsx';
import { previewOf } from '#features/submissions/preview.ts';
import { formatDate, formatTime } from '#lib/dates.ts';
import { formatCount } from '#lib/wording.ts';

interface SubmissionRowProps {
  readonly submission: Submission;
  readonly index: number;
  /** The one row that Tab leads to. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly isNew: boolean;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string, isRange: boolean) => void;
}

/** The button's area covers its whole row but for the box, so the row can be pressed anywhere. */
export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { submission, index, isCurrent, isSelected, isNew, onOpen, onToggle } = props;
  const { id, createdAt, origin, data } = submission;
  const moment = `${formatDate(createdAt)} ${formatTime(createdAt)}`;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={id}
      className={classNames(rowClass, isSelected ? 'bg-accent-soft' : 'hover:bg-hover', isNew && 'animate-arrive')}
    >
      <td className="relative z-1 row-span-3 flex h-full items-center justify-center sm:row-span-1">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select the submission of ${moment}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onToggle(id, event.shiftKey)}
          className="size-4 accent-accent"
        />
      </td>
      <td className="min-w-0 truncate max-sm:col-span-2 max-sm:self-end">
        <button
          type="button"
          data-open={id}
          tabIndex={isCurrent ? 0 : -1}
          aria-haspopup="dialog"
          onClick={() => onOpen(id)}
          className="rounded-small text-left tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent focus-visible:after:outline-solid"
        >
          <time dateTime={createdAt}>
            {formatDate(createdAt)} <span className="text-muted">{formatTime(createdAt)}</span>
          </time>
        </button>
      </td>
      <td className="flex min-w-0 items-center gap-2">
        <Chip isMuted={origin === null}>{origin ?? 'Unknown'}</Chip>
        {/* Where the content is hidden, the mark stands here. */}
        <SubmissionMark submission={submission} className="hidden shrink-0 sm:max-lg:inline-flex" />
      </td>
      <td className="truncate text-muted">{formatCount(Object.keys(data).length, 'field')} submitted</td>
      <td className="min-w-0 truncate text-muted max-sm:col-span-2 max-sm:self-start sm:max-lg:hidden">
        <SubmissionMark submission={submission} className="mr-2" />
        <bdi>{previewOf(submission)}</bdi>
      </td>
    </tr>
  );
});

/** The placeholder of a row that is loading. */
export function RowOnItsWay() {
  return (
    <tr aria-hidden className={rowClass}>
      <td className="row-span-3 sm:row-span-1" />
      <td className="block h-4 w-40 max-w-full rounded-small bg-hover max-sm:self-end" />
      <td className="block h-4 w-32 max-w-full rounded-small bg-hover max-sm:self-end max-sm:justify-self-end" />
    </tr>
  );
}

/** One line in five columns; on small screens three lines beside the box. */
export const columnsClass =
  'grid grid-cols-[2.75rem_minmax(0,1fr)_auto] gap-x-3 pr-4 sm:grid-cols-[3rem_11.5rem_minmax(0,1fr)_9rem] sm:gap-x-4 sm:pr-6 lg:grid-cols-[3rem_11.5rem_minmax(0,13rem)_9rem_minmax(0,1fr)]';

/**
 * As high as the list says. Rows follow on each other and have no place of their own: with a style that no other row
 * has, Chromium compares each of its cells with those of every row it remembers, also of those that are gone.
 */
const rowClass = `relative h-(--row-height) items-center gap-y-1 border-line border-b text-small ${columnsClass} max-sm:grid-rows-3`;
