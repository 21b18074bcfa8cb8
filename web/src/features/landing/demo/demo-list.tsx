import { classNames } from '#components/ui/class-names.ts';
import type { DemoSubmission } from '#features/landing/demo/demo-submission.ts';

interface DemoListProps {
  readonly submissions: readonly DemoSubmission[];
  readonly onOpen: (submission: DemoSubmission) => void;
}

export function DemoList({ submissions, onOpen }: DemoListProps) {
  return (
    <>
      <h3 className="flex items-center justify-between gap-4 border-line border-b px-4 py-4 text-small font-semibold sm:px-6">
        Submissions
        <span className="flex items-center gap-2 font-normal text-muted">
          <span aria-hidden className="size-1.5 rounded-full bg-success" />
          Live
        </span>
      </h3>
      <ol aria-label="Submissions, newest first" className="max-h-[26rem] divide-y divide-line overflow-y-auto">
        {submissions.map((submission) => {
          const { id, received, data } = submission;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onOpen(submission)}
                className={classNames(
                  'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-3 text-left transition-tint hover:bg-hover focus-visible:-outline-offset-2 sm:px-6',
                  id > 3 && 'animate-arrive',
                )}
              >
                <span className="truncate font-medium">{data.name}</span>
                <span className="text-small text-muted">{received}</span>
                <span className="col-span-2 truncate text-small text-muted">{data.message || data.email}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
