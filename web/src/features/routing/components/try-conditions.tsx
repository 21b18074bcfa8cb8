import CircleCheck from 'virtual:lucide/circle-check';
import CircleMinus from 'virtual:lucide/circle-minus';
import type { TriedConditions, When } from '@inlet/contracts/routing/conditions';
import { Link } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { useTryConditions } from '#features/routing/api/use-try-conditions.ts';
import { formatDate, formatTime } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';

interface TryConditionsProps {
  readonly formId: string;
  readonly when: When;
  readonly labels: ReadonlyMap<string, string>;
}

/** Shows what the conditions would do to the newest submissions. */
export function TryConditions({ formId, when, labels }: TryConditionsProps) {
  const trial = useTryConditions(formId);
  // A result of other conditions would mislead.
  const isCurrent = JSON.stringify(trial.variables) === JSON.stringify(when);
  const tried = isCurrent && !trial.isPending ? trial.data?.submissions : undefined;
  return (
    <div>
      <Button isLoading={trial.isPending} onClick={() => trial.mutate(when)}>
        Try it on the last 20 submissions
      </Button>
      <p role="status" className="text-small font-medium not-empty:mt-4">
        {tried && summaryOf(tried)}
      </p>
      {tried && tried.length > 0 && (
        <ul
          aria-label="The last submissions"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
          tabIndex={0}
          className="mt-2 max-h-80 divide-y divide-line overflow-y-auto rounded-medium border border-line"
        >
          {tried.map((submission) => (
            <Tried key={submission.id} formId={formId} submission={submission} labels={labels} />
          ))}
        </ul>
      )}
      <FieldError>{isCurrent && trial.isError ? failureMessage(trial.error) : undefined}</FieldError>
    </div>
  );
}

type TriedSubmission = TriedConditions['submissions'][number];

interface TriedProps extends Pick<TryConditionsProps, 'formId' | 'labels'> {
  readonly submission: TriedSubmission;
}

function Tried({ formId, submission: { id, createdAt, passes, reason, values }, labels }: TriedProps) {
  const Mark = passes ? CircleCheck : CircleMinus;
  const shown = Object.entries(values).map(([name, value]) => `${labels.get(name) ?? name}: ${value}`);
  return (
    <li className="flex gap-3 px-3.5 py-2 text-small">
      <Mark
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className={`mt-0.5 shrink-0 ${passes ? 'text-success' : 'text-muted'}`}
      />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{passes ? 'Goes out' : `Skipped: ${reason}`}</span>
          {' · '}
          <Link
            to={`/forms/${formId}?submission=${id}`}
            target="_blank"
            rel="noreferrer"
            className="rounded-small text-accent underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {formatDate(createdAt)}, {formatTime(createdAt)}
            <span className="sr-only"> (new tab)</span>
          </Link>
        </p>
        {shown.length > 0 && (
          <p className="line-clamp-2 text-muted wrap-anywhere">
            <bdi>{shown.join(' · ')}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}

function summaryOf(tried: readonly TriedSubmission[]): string {
  if (tried.length === 0) return 'No submission has arrived yet.';
  const passing = tried.filter(({ passes }) => passes).length;
  const all = tried.length === 1 ? 'The only submission' : `${passing} of the last ${tried.length} submissions`;
  if (tried.length === 1) return `${all} would ${passing === 1 ? '' : 'not '}go out.`;
  return `${all} would go out.`;
}
