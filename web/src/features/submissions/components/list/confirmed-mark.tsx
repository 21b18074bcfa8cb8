import type { Submission } from '@inlet/contracts/submissions';
import { Badge } from '#components/ui/badge.tsx';
import { addressWords } from '#features/submissions/address-words.ts';

/** Says that a visitor has confirmed the address; renders nothing for most. */
export function ConfirmedMark({ submission }: { submission: Submission }) {
  if (!submission.confirmedAt) return null;
  return (
    <span className="mr-2" title={addressWords(submission) ?? undefined}>
      <Badge tone="success">Confirmed</Badge>
    </span>
  );
}
