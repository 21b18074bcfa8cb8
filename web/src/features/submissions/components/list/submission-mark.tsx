import type { Submission } from '@inlet/contracts/submissions';
import { Badge } from '#components/ui/badge.tsx';
import { markOf } from '#features/submissions/spam-reasons.ts';

/** Why a submission is in the spam folder, or that it may be spam; nothing for most. */
export function SubmissionMark({ submission, className }: { submission: Submission; className: string }) {
  const mark = markOf(submission);
  if (!mark) return null;
  return (
    <span className={className}>
      <Badge tone={mark.tone}>{mark.label}</Badge>
    </span>
  );
}
