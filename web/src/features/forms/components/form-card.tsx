import ArrowRight from 'virtual:lucide/arrow-right';
import Settings from 'virtual:lucide/settings';
import type { Form } from '@inlet/contracts/forms';
import { Link } from 'react-router-dom';
import { Card } from '#components/ui/card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { OriginChips } from '#features/forms/components/origin-chips.tsx';
import { endpointPath } from '#features/forms/endpoint.ts';
import { formatDate } from '#lib/dates.ts';
import { formatCount } from '#lib/wording.ts';

export function FormCard({ form }: { form: Form }) {
  const headingId = `form-${form.id}`;
  return (
    <Card className="flex h-full flex-col">
      <article aria-labelledby={headingId} className="flex grow flex-col p-4 sm:p-6">
        <header className="flex items-start justify-between gap-4">
          <h2
            id={headingId}
            title={form.name}
            className="line-clamp-2 min-w-0 text-heading font-semibold wrap-anywhere"
          >
            {form.name}
          </h2>
          <FormStatusBadge isActive={form.isActive} />
        </header>
        {form.description && <p className="mt-1 line-clamp-2 text-muted wrap-anywhere">{form.description}</p>}
        <p className="mt-4 flex flex-wrap gap-x-3 gap-y-1 text-small text-muted">
          <span>Created {formatDate(form.createdAt)}</span>
          <span>{formatCount(form.submissionCount, 'submission')}</span>
          <span>{formatCount(form.allowedOrigins.length, 'origin')}</span>
        </p>
        <div className="mt-4 flex items-center rounded-medium border border-line bg-sunken pl-3">
          <code className="min-w-0 grow truncate font-mono text-caption" title={form.endpointUrl}>
            {endpointPath(form.endpointUrl)}
          </code>
          <CopyButton text={form.endpointUrl} label={`Copy the endpoint URL of ${form.name}`} />
        </div>
        <div className="my-4 min-w-0">
          <OriginChips origins={form.allowedOrigins} />
        </div>
        <footer className="-mx-4 mt-auto -mb-4 flex items-center gap-1 border-line border-t px-1 py-1 sm:-mx-6 sm:-mb-6 sm:px-3">
          <Link to={`/forms/${form.id}`} aria-label={`View ${form.name}`} className={`${linkClass} text-accent`}>
            View
            <ArrowRight aria-hidden size={14} strokeWidth={2} />
          </Link>
          <Link
            to={`/forms/${form.id}/settings`}
            aria-label={`Settings of ${form.name}`}
            className={`${linkClass} ml-auto text-muted`}
          >
            <Settings aria-hidden size={14} strokeWidth={1.75} />
            Settings
          </Link>
        </footer>
      </article>
    </Card>
  );
}

const linkClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-medium px-3 text-small font-medium hover:bg-hover hover:text-ink sm:min-h-9';
