import TriangleAlert from 'virtual:lucide/triangle-alert';
import { formatCount } from '@inlet/contracts/counts';
import type { Labels } from '@inlet/contracts/labels';
import type { Submission } from '@inlet/contracts/submissions';

interface RuleFaultsProps {
  readonly submission: Submission;
  readonly labels?: Labels | undefined;
}

/** The rules that a submission breaks; renders nothing for most. */
export function RuleFaults({ submission: { ruleErrors }, labels }: RuleFaultsProps) {
  if (!ruleErrors || ruleErrors.length === 0) return null;
  return (
    <section aria-label="Rules" className="rounded-medium border border-warning-line">
      <header className="flex items-center gap-3 rounded-t-medium bg-warning-soft px-3.5 py-2.5 text-small text-warning">
        <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        <h3 className="font-medium">{`Breaks ${formatCount(ruleErrors.length, 'rule')} of the form`}</h3>
      </header>
      <ul className="divide-y divide-line">
        {ruleErrors.map(({ field, code, message }) => (
          <li key={`${field} ${code}`} className="px-3.5 py-2.5 text-small wrap-anywhere">
            <p className="font-medium">
              <bdi>{labels?.get(field) ?? field}</bdi>
            </p>
            <p className="text-muted">{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
