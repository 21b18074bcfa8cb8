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
import { UnreadBadge } from '#features/forms/components/unread-badge.tsx';
import { endpointPath } from '#features/forms/endpoint.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** A row on a wide screen. The link to the form covers the card, and the other controls are above that link. */
export function FormCard({ form }: { form: Form }) {
  const headingId = `form-${form.id}`;
  const may = useRights();
  return (
    <Card className="relative transition-tint hover:border-line-strong">
      <article aria-labelledby={headingId} className={formCardClass}>
        <div className="min-w-0">
          <header className="flex items-center gap-2">
            <h2 id={headingId} title={form.name} className={nameClass}>
              <bdi>{form.name}</bdi>
            </h2>
            <FormStatusBadge form={form} />
            <UnreadBadge unread={form.unread} />
          </header>
          {form.description && (
            <p title={form.description} className="line-clamp-1 text-small text-muted wrap-anywhere">
              {form.description}
            </p>
          )}
          <FormFactsLine form={form} />
        </div>
        <div className="flex items-end gap-4 sm:block">
          <p className="text-caption text-muted max-sm:grow">
            <LastSubmission at={form.lastSubmissionAt} />
          </p>
          <FormTrend form={form} className="h-9 w-28 shrink-0 sm:mt-1.5 sm:w-full" />
        </div>
        <div className="min-w-0">
          <div className="relative z-1 flex w-fit max-w-full items-center rounded-medium border border-line bg-sunken pl-2.5 sm:[&_button]:size-7">
            <code className="min-w-0 truncate font-mono text-caption" title={form.endpointUrl}>
              {endpointPath(form.endpointUrl)}
            </code>
            <CopyButton text={form.endpointUrl} label={`Copy the endpoint URL of ${form.name}`} />
          </div>
          <div className="mt-1.5 min-w-0">
            <OriginChips origins={form.allowedOrigins} />
          </div>
        </div>
        <footer className="-mx-3 flex items-center justify-between lg:flex-col lg:items-stretch">
          <Link
            to={`/forms/${form.id}`}
            aria-label={`View ${form.name}`}
            className={`${linkClass} text-accent after:absolute after:inset-0 after:rounded-large`}
          >
            View
            <ArrowRight aria-hidden size={14} strokeWidth={2} />
          </Link>
          {may('forms:write') && (
            <Link
              to={`/forms/${form.id}/settings`}
              aria-label={`Settings of ${form.name}`}
              className={`${linkClass} relative z-1 text-muted hover:bg-hover`}
            >
              Settings
              <Settings aria-hidden size={14} strokeWidth={1.75} />
            </Link>
          )}
        </footer>
      </article>
    </Card>
  );
}

/** The form, its counts, its address and its links: in one row, in two, or stacked. */
export const formCardClass =
  'grid grid-cols-1 gap-x-6 gap-y-2.5 px-4 py-3 sm:min-h-27 sm:grid-cols-[minmax(0,1fr)_11.5rem] sm:items-center sm:px-5 lg:grid-cols-[minmax(0,1fr)_11.5rem_18rem_5.25rem]';
const nameClass = 'min-w-0 text-heading font-semibold max-sm:line-clamp-2 max-sm:wrap-anywhere sm:truncate';
const linkClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-medium px-3 text-small font-medium hover:text-ink sm:min-h-9 lg:justify-between';
