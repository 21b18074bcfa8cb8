import type { Dashboard } from '@inlet/contracts/dashboard';
import { headlineOf, summaryOf } from '@inlet/contracts/field-roles';
import { Link } from 'react-router-dom';
import { listClass, rowClass } from '#features/submissions/components/latest-skeleton.tsx';
import { formatMoment } from '#lib/dates.ts';
import { formatAge } from '#lib/relative-time.ts';

type LatestSubmission = Dashboard['latest'][number];

/** The newest submissions of all forms; each row leads to its submission. */
export function LatestSubmissions({ submissions }: { submissions: readonly LatestSubmission[] }) {
  return (
    <ul className={listClass}>
      {submissions.map((submission) => (
        <li key={submission.id}>
          <Row submission={submission} />
        </li>
      ))}
    </ul>
  );
}

function Row({ submission }: { submission: LatestSubmission }) {
  const { id, formId, formName, fieldRoles, createdAt } = submission;
  const data = Object.entries(submission.data);
  const { title } = headlineOf(data, fieldRoles);
  const summary = summaryOf(data, fieldRoles);
  return (
    <Link
      to={`/forms/${formId}?submission=${id}`}
      className={`${rowClass} hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{title === '' ? summary : title}</bdi>
        <span className="block truncate text-caption text-muted">{formName}</span>
      </span>
      <bdi className="truncate text-muted max-sm:order-last max-sm:col-span-2">{title === '' ? '' : summary}</bdi>
      <time dateTime={createdAt} title={formatMoment(createdAt)} className="text-caption text-muted tabular-nums">
        {formatAge(createdAt)}
      </time>
    </Link>
  );
}
