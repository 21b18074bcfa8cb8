import type { Submission } from '@inlet/contracts/submissions';
import { type ReactNode, useState } from 'react';
import { Chip } from '#components/ui/chip.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { formatMoment } from '#lib/dates.ts';

interface SubmissionDialogProps {
  readonly submission: Submission | null;
  readonly onClose: () => void;
}

export function SubmissionDialog({ submission, onClose }: SubmissionDialogProps) {
  const shown = useLastPresent(submission);
  return (
    <Dialog isOpen={submission !== null} onClose={onClose} title="Submission Details">
      {shown && <SubmissionDetails submission={shown} />}
    </Dialog>
  );
}

function SubmissionDetails({ submission }: { submission: Submission }) {
  const json = JSON.stringify(submission.data, null, 2);
  return (
    <dl className="grid gap-6">
      <Detail name="Received">{formatMoment(submission.createdAt)}</Detail>
      <Detail name="Origin">
        <Chip isMuted={submission.origin === null}>{submission.origin ?? 'Unknown'}</Chip>
      </Detail>
      <Detail name="Submitted Data">
        <CodeBlock label="Submitted Data" code={json} copyLabel="Copy the submitted data" wraps />
      </Detail>
      {submission.userAgent && (
        <Detail name="User Agent">
          <span className="text-small text-muted wrap-anywhere">{submission.userAgent}</span>
        </Detail>
      )}
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-small font-medium text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Keeps what was shown while the dialog fades out. */
function useLastPresent(submission: Submission | null): Submission | null {
  const [last, setLast] = useState(submission);
  if (submission !== null && submission !== last) setLast(submission);
  return submission ?? last;
}
