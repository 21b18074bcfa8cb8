import type { Submission } from '@inlet/contracts/submissions';
import { Badge } from '#components/ui/badge.tsx';
import { markOf } from '#features/submissions/spam-reasons.ts';

/** The reason why a submission is in the spam folder, or a hint that it may be spam; renders nothing for most. */
export function SubmissionMark({ submission, className }: { submission: Submission; className: string }) {
  const mark = markOf(submission);
  if (!mark) return null;
  return (
    <span className={className}>
      <Badge tone={mark.tone}>{mark.label}</Badge>
    </span>
  );
}
