import ArrowRight from 'virtual:lucide/arrow-right';
import type { Form } from '@inlet/contracts/forms';
import { Link } from 'react-router-dom';
import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { formatDate } from '#lib/dates.ts';
import { formatCount } from '#lib/wording.ts';

export const recentFormsMax = 5;

/** The newest forms; the list comes newest first. */
export function RecentForms({ forms }: { forms: readonly Form[] }) {
  return (
    <Card className="overflow-hidden">
      <ul>
        {forms.slice(0, recentFormsMax).map((form) => (
          <li key={form.id} className="border-line border-b last:border-b-0">
            <RecentForm form={form} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RecentForm({ form }: { form: Form }) {
  return (
    <article aria-label={form.name} className="flex flex-col gap-x-6 gap-y-2 p-4 sm:flex-row sm:items-center sm:px-6">
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-3 sm:justify-start">
          <h3 className="line-clamp-2 min-w-0 font-medium wrap-anywhere" title={form.name}>
            {form.name}
          </h3>
          <span className="flex h-6 shrink-0 items-center">
            <FormStatusBadge isActive={form.isActive} />
          </span>
        </div>
        {form.description && <p className="line-clamp-1 text-small text-muted wrap-anywhere">{form.description}</p>}
        <p className="mt-1 flex flex-wrap gap-x-3 text-small text-muted">
          <span>Created {formatDate(form.createdAt)}</span>
          <span>{formatCount(form.submissionCount, 'submission')}</span>
          <span>{formatCount(form.allowedOrigins.length, 'origin')}</span>
        </p>
      </div>
      <Link
        to={`/forms/${form.id}`}
        aria-label={`View Details of ${form.name}`}
        className="-ml-3 inline-flex min-h-11 shrink-0 items-center gap-1 self-start rounded-medium px-3 text-small font-medium text-accent hover:text-accent-hover sm:-mr-3 sm:ml-0 sm:self-auto"
      >
        View Details
        <ArrowRight aria-hidden size={14} strokeWidth={2} />
      </Link>
    </article>
  );
}

export function RecentFormsSkeleton() {
  return (
    <Card className="overflow-hidden">
      <div role="status" aria-label="Loading forms">
        {['first', 'second', 'third'].map((key) => (
          <div key={key} className="border-line border-b p-4 last:border-b-0 sm:px-6">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-1 h-5 w-4/5" />
            <Skeleton className="mt-1 h-5 w-3/5" />
          </div>
        ))}
      </div>
    </Card>
  );
}
