import ArrowRight from 'virtual:lucide/arrow-right';
import Settings from 'virtual:lucide/settings';
import type { Form } from '@inlet/contracts/forms';
import { Link } from 'react-router-dom';
import { Card } from '#components/ui/card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { FormFactsLine } from '#features/forms/components/form-facts-line.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { FormTrend, LastSubmission } from '#features/forms/components/form-trend.tsx';
import { OriginChips } from '#features/forms/components/origin-chips.tsx';
import { endpointPath } from '#features/forms/endpoint.ts';

/** The link to the form covers the card, and its other controls lie above that. */
export function FormCard({ form }: { form: Form }) {
  const headingId = `form-${form.id}`;
  return (
    <Card className="relative flex h-full flex-col transition-tint hover:border-line-strong">
      <article aria-labelledby={headingId} className="flex grow flex-col p-4 sm:p-5">
        <header className="flex items-start justify-between gap-4">
          <h2
            id={headingId}
            title={form.name}
            className="line-clamp-2 min-w-0 text-heading font-semibold wrap-anywhere"
          >
            {form.name}
          </h2>
          <FormStatusBadge form={form} />
        </header>
        {form.description && (
          <p className="mt-0.5 line-clamp-2 text-small text-muted wrap-anywhere">{form.description}</p>
        )}
        <div className="mt-3 flex h-9 items-end justify-between gap-6">
          <p className="text-small font-medium">
            <LastSubmission at={form.lastSubmissionAt} />
          </p>
          <FormTrend form={form} className="h-9 w-20 shrink-0 sm:w-28" />
        </div>
        <div className="mt-2">
          <FormFactsLine form={form} />
        </div>
        <div className="relative z-1 mt-3 flex items-center self-start rounded-medium border border-line bg-sunken pl-3 max-w-full">
          <code className="min-w-0 truncate font-mono text-caption" title={form.endpointUrl}>
            {endpointPath(form.endpointUrl)}
          </code>
          <CopyButton text={form.endpointUrl} label={`Copy the endpoint URL of ${form.name}`} />
        </div>
        <div className="my-3 min-w-0">
          <OriginChips origins={form.allowedOrigins} />
        </div>
        <footer className="-mx-4 mt-auto -mb-4 flex items-center gap-1 border-line border-t px-1 py-1 sm:-mx-5 sm:-mb-5 sm:px-2">
          <Link
            to={`/forms/${form.id}`}
            aria-label={`View ${form.name}`}
            className={`${linkClass} text-accent after:absolute after:inset-0 after:rounded-large`}
          >
            View
            <ArrowRight aria-hidden size={14} strokeWidth={2} />
          </Link>
          <Link
            to={`/forms/${form.id}/settings`}
            aria-label={`Settings of ${form.name}`}
            className={`${linkClass} relative z-1 ml-auto text-muted hover:bg-hover`}
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
  'inline-flex min-h-11 items-center gap-1.5 rounded-medium px-3 text-small font-medium hover:text-ink sm:min-h-9';
