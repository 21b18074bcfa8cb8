import type { Submission } from '@inlet/contracts/submissions';
import { Link } from 'react-router-dom';
import { messageOf, personOf } from '#features/submissions/fields.ts';
import { formatMoment } from '#lib/dates.ts';
import { formatAge } from '#lib/relative-time.ts';

export interface LatestSubmission extends Submission {
  readonly formName: string;
}

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
  const { id, formId, formName, createdAt } = submission;
  const person = personOf(submission);
  const message = messageOf(submission);
  return (
    <Link
      to={`/forms/${formId}?submission=${id}`}
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 text-small hover:bg-hover focus-visible:-outline-offset-2 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:px-5"
    >
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{person === '' ? message : person}</bdi>
        <span className="block truncate text-caption text-muted">{formName}</span>
      </span>
      <bdi className="truncate text-muted max-sm:order-last max-sm:col-span-2">{person === '' ? '' : message}</bdi>
      <time dateTime={createdAt} title={formatMoment(createdAt)} className="text-caption text-muted tabular-nums">
        {formatAge(createdAt)}
      </time>
    </Link>
  );
}
