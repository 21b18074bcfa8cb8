import type { Dashboard } from '@inlet/contracts/dashboard';
import { headlineOf, summaryOf } from '@inlet/contracts/field-roles';
import { Link } from 'react-router-dom';
import { formatMoment } from '#lib/dates.ts';
import { formatAge } from '#lib/relative-time.ts';

type LatestSubmission = Dashboard['latest'][number];

/** The newest submissions of all forms; each row leads to its submission. */
export function LatestSubmissions({ submissions }: { submissions: readonly LatestSubmission[] }) {
  return (
    <ul className="-mx-4 -mb-2 divide-y divide-line sm:-mx-5">
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
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 text-small hover:bg-hover focus-visible:-outline-offset-2 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:px-5"
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
