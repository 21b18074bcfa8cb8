import type { Submission } from '@inlet/contracts/submissions';
import { memo } from 'react';
import { Chip } from '#components/ui/chip.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableRow } from '#components/ui/table.tsx';
import { formatDate, formatTime } from '#lib/dates.ts';
import { formatCount } from '#lib/wording.ts';

interface SubmissionsTableProps {
  readonly submissions: readonly Submission[];
  readonly arrived: ReadonlySet<string>;
  readonly onOpen: (submission: Submission) => void;
}

const columns = ['Received', 'Origin', 'Data'];

export function SubmissionsTable({ submissions, arrived, onOpen }: SubmissionsTableProps) {
  return (
    <Table aria-labelledby="submissions-heading" className="table-fixed">
      <TableHead columns={columns} />
      <TableBody>
        {submissions.map((submission) => (
          <SubmissionRow
            key={submission.id}
            submission={submission}
            isNew={arrived.has(submission.id)}
            onOpen={onOpen}
          />
        ))}
      </TableBody>
    </Table>
  );
}

export function SubmissionsTableSkeleton() {
  return (
    <div role="status" aria-label="Loading submissions">
      <div className="hidden h-10 border-line border-b sm:block" />
      {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
        <div
          key={key}
          className="flex h-[4.75rem] flex-col justify-center gap-3 border-line border-b px-4 last:border-b-0 sm:h-12 sm:flex-row sm:items-center sm:justify-between sm:px-6"
        >
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  );
}

interface SubmissionRowProps {
  readonly submission: Submission;
  readonly isNew: boolean;
  readonly onOpen: (submission: Submission) => void;
}

/** The button's area covers its whole row, so the row can be pressed anywhere and is one stop for the keyboard. */
const SubmissionRow = memo(function SubmissionRow({ submission, isNew, onOpen }: SubmissionRowProps) {
  const { createdAt, origin, data } = submission;
  return (
    <TableRow className={isNew ? 'animate-arrive hover:bg-hover' : 'hover:bg-hover'}>
      <TableCell>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(submission)}
          className="rounded-small text-left tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent focus-visible:after:outline-solid"
        >
          <time dateTime={createdAt}>
            {formatDate(createdAt)} <span className="text-muted">{formatTime(createdAt)}</span>
          </time>
        </button>
      </TableCell>
      <TableCell>
        <Chip isMuted={origin === null}>{origin ?? 'Unknown'}</Chip>
      </TableCell>
      <TableCell className="text-muted">{formatCount(Object.keys(data).length, 'field')} submitted</TableCell>
    </TableRow>
  );
});
