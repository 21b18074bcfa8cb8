import { formatNumber } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { formatDay } from '#lib/dates.ts';

/**
 * A form's facts and its address in one line, which scrolls on a small screen, or in two lines if space is short.
 * `total` is more current than the form's own count.
 */
export function FormStrip({ form, total }: { form: Form; total: number }) {
  return (
    <Card className={formStripClass}>
      <dl className={factsClass}>
        <Fact name="Status">
          <FormStatusBadge form={form} isShortIfNarrow />
        </Fact>
        <Fact name="Total Submissions" unit={total === 1 ? 'submission' : 'submissions'}>
          {formatNumber(total)}
        </Fact>
        <Fact name="Allowed Origins" unit={form.allowedOrigins.length === 1 ? 'origin' : 'origins'}>
          {formatNumber(form.allowedOrigins.length)}
        </Fact>
        <Fact name="Created">{formatDay(form.createdAt)}</Fact>
      </dl>
      <section
        aria-labelledby="endpoint-heading"
        className="flex h-12 min-w-0 grow items-center gap-2 pr-0.5 pl-3 sm:pl-4 wide:border-line wide:border-l"
      >
        <div className="min-w-0 grow">
          <div className="flex gap-1.5 text-caption text-muted">
            <h2 id="endpoint-heading" className="shrink-0">
              Form Endpoint
            </h2>
            <p className="truncate max-md:sr-only">Use this URL as your form action or API endpoint.</p>
          </div>
          <code className="block truncate font-mono text-small" title={form.endpointUrl}>
            {form.endpointUrl}
          </code>
        </div>
        <CopyButton text={form.endpointUrl} label="Copy the endpoint URL" />
      </section>
    </Card>
  );
}

/** The height of the strip. */
export function FormStripSkeleton() {
  return (
    <Card className={formStripClass}>
      <div className={factsClass}>
        <Skeleton className="mx-3 h-5 w-80" />
      </div>
      <div className="h-12" />
    </Card>
  );
}

const formStripClass = 'form-strip scroll-row wide:flex wide:h-12 wide:items-center';
const factsClass =
  'flex h-12 items-center justify-between divide-line max-wide:border-line max-wide:border-b sm:divide-x';

interface FactProps {
  readonly name: string;
  /** Follows the value if there is no space for the name above it. */
  readonly unit?: string;
  readonly children: ReactNode;
}

function Fact({ name, unit, children }: FactProps) {
  return (
    <div className="flex h-full flex-col justify-center whitespace-nowrap sm:grow sm:px-4 wide:pr-6">
      <dt className="text-caption text-muted max-md:sr-only">{name}</dt>
      <dd data-unit={unit} className="flex h-5 items-center text-small font-semibold tabular-nums">
        {children}
      </dd>
    </div>
  );
}
