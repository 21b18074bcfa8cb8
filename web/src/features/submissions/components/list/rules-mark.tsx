import type { Submission } from '@inlet/contracts/submissions';
import { Badge } from '#components/ui/badge.tsx';

/** Says that a submission breaks rules of its form; renders nothing for most. */
export function RulesMark({ submission: { ruleErrors } }: { submission: Submission }) {
  if (!ruleErrors || ruleErrors.length === 0) return null;
  return (
    <span className="mr-2" title={ruleErrors.map(({ message }) => message).join('\n')}>
      <Badge tone="warning">{ruleErrors.length === 1 ? 'Breaks a rule' : `Breaks ${ruleErrors.length} rules`}</Badge>
    </span>
  );
}
