import ArrowRight from 'virtual:lucide/arrow-right';
import type { Form } from '@inlet/contracts/forms';
import { Link } from 'react-router-dom';
import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FormFactsLine } from '#features/forms/components/form-facts-line.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { FormTrend } from '#features/forms/components/form-trend.tsx';

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

/** The link covers the whole row. */
function RecentForm({ form }: { form: Form }) {
  return (
    <article
      aria-label={form.name}
      className="relative flex flex-col gap-x-6 gap-y-1 px-4 py-3 hover:bg-hover sm:flex-row sm:items-center sm:px-5"
    >
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-3 sm:justify-start">
          <h3 className="line-clamp-2 min-w-0 font-medium wrap-anywhere" title={form.name}>
            {form.name}
          </h3>
          <span className="flex min-h-6 items-center">
            <FormStatusBadge form={form} />
          </span>
        </div>
        {form.description && <p className="line-clamp-1 text-small text-muted wrap-anywhere">{form.description}</p>}
        <FormFactsLine form={form} />
      </div>
      <FormTrend form={form} className="h-8 w-28 shrink-0 max-md:hidden" />
      <Link
        to={`/forms/${form.id}`}
        aria-label={`View Details of ${form.name}`}
        className="inline-flex min-h-8 shrink-0 items-center gap-1 self-start rounded-medium text-small font-medium text-accent after:absolute after:inset-0 focus-visible:after:-outline-offset-2 sm:self-auto"
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
          <div key={key} className="border-line border-b px-4 py-3 last:border-b-0 sm:px-5">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-1 h-5 w-4/5" />
            <Skeleton className="mt-1 h-5 w-3/5" />
          </div>
        ))}
      </div>
    </Card>
  );
}
