import Check from 'virtual:lucide/check';
import type { Submission } from '@inlet/contracts/submissions';
import { AssigneeMark } from '#features/submissions/components/list/assignee-mark.tsx';
import { ConfirmedMark } from '#features/submissions/components/list/confirmed-mark.tsx';
import { FileMark } from '#features/submissions/components/list/file-mark.tsx';
import { RulesMark } from '#features/submissions/components/list/rules-mark.tsx';
import { SubmissionMark } from '#features/submissions/components/list/submission-mark.tsx';

/** The marks before a submission's text: the assignee, files, done, tags, and the results of the checks. */
export function Tags({ submission }: { submission: Submission }) {
  const { status, tags, assigneeId } = submission;
  return (
    <>
      {assigneeId !== null && <AssigneeMark assigneeId={assigneeId} />}
      <FileMark submission={submission} />
      <SubmissionMark submission={submission} className="mr-2" />
      <RulesMark submission={submission} />
      <ConfirmedMark submission={submission} />
      {status === 'done' && (
        <span className="mr-2 inline-flex items-center gap-1 align-middle text-caption font-medium text-success">
          <Check aria-hidden size={14} strokeWidth={2.25} />
          Done
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className={tagClass}>
          {tag}
        </span>
      ))}
    </>
  );
}

export const tagClass =
  'mr-1.5 inline-block rounded-small bg-warning-soft px-1.5 align-middle text-caption font-medium text-warning';
