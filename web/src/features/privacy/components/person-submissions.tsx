import { formatNumber } from '@inlet/contracts/counts';
import { previewOf } from '@inlet/contracts/field-roles';
import type { Person } from '@inlet/contracts/found-person';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#lib/dates.ts';

interface PersonSubmissionsProps {
  readonly submissions: Person['submissions'];
  readonly total: number;
}

/** The newest submissions of a person, each with a link to it. */
export function PersonSubmissions({ submissions, total }: PersonSubmissionsProps) {
  return (
    <section aria-labelledby="submissions-found">
      <h3 id="submissions-found" className="text-small font-medium">
        Submissions
      </h3>
      <ul aria-labelledby="submissions-found" className="max-h-[24rem] divide-y divide-line overflow-y-auto">
        {submissions.map(({ id, formId, formName, isSpam, createdAt, data, fieldRoles }) => (
          <li key={id} className="grid gap-1 py-3 text-small">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <Link
                to={`/forms/${formId}${isSpam ? '/spam' : ''}?submission=${id}`}
                className="rounded-small font-medium text-ink underline decoration-line-strong underline-offset-4 wrap-anywhere hover:decoration-current"
              >
                {formName}
              </Link>
              <time dateTime={createdAt} className="text-muted tabular-nums">
                {formatDateTime(createdAt)}
              </time>
            </p>
            <p className="truncate text-muted">
              <bdi>{previewOf(Object.entries(data), fieldRoles)}</bdi>
            </p>
          </li>
        ))}
      </ul>
      {total > submissions.length && (
        <p className="mt-2 text-small text-muted">{`The newest ${submissions.length} of ${formatNumber(total)}.`}</p>
      )}
    </section>
  );
}
