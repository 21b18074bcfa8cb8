import ArrowRight from 'virtual:lucide/arrow-right';
import type { Form } from '@inlet/contracts/forms';
import { Link } from 'react-router-dom';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FormFactsLine } from '#features/forms/components/form-facts-line.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { FormTrend } from '#features/forms/components/form-trend.tsx';
import { UnreadBadge } from '#features/forms/components/unread-badge.tsx';

export const recentFormsMax = 5;

/** The newest forms; the list comes newest first. */
export function RecentForms({ forms }: { forms: readonly Form[] }) {
  return (
    <ul className={listClass}>
      {forms.slice(0, recentFormsMax).map((form) => (
        <li key={form.id}>
          <RecentForm form={form} />
        </li>
      ))}
    </ul>
  );
}

/** The link covers the whole row. */
function RecentForm({ form }: { form: Form }) {
  return (
    <article aria-label={form.name} className={`${rowClass} relative hover:bg-hover`}>
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 truncate font-medium" title={form.name}>
          <bdi>{form.name}</bdi>
        </h3>
        <FormStatusBadge form={form} />
        <UnreadBadge unread={form.unread} />
      </div>
      {form.description && <p className="truncate text-small text-muted">{form.description}</p>}
      <FormFactsLine form={form} />
      <div className="mt-0.5 flex items-end justify-between gap-4">
        <Link
          to={`/forms/${form.id}`}
          aria-label={`View Details of ${form.name}`}
          className="inline-flex min-h-6 shrink-0 items-center gap-1 rounded-medium text-small font-medium text-accent after:absolute after:inset-0 focus-visible:after:-outline-offset-2"
        >
          View Details
          <ArrowRight aria-hidden size={14} strokeWidth={2} />
        </Link>
        <FormTrend form={form} className="h-6 w-28 shrink-0" />
      </div>
    </article>
  );
}

export function RecentFormsSkeleton() {
  return (
    <div role="status" aria-label="Loading forms" className={listClass}>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className={rowClass}>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-1 h-4 w-4/5" />
          <Skeleton className="mt-1 h-4 w-3/5" />
          <Skeleton className="mt-1 h-5 w-24" />
        </div>
      ))}
    </div>
  );
}

const listClass = '-mx-4 -mb-2 divide-y divide-line sm:-mx-5';
const rowClass = 'px-4 py-2 sm:px-5';
