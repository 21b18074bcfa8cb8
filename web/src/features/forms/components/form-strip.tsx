import type { Form } from '@inlet/contracts/forms';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { formatDay } from '#lib/dates.ts';
import { formatNumber } from '#lib/wording.ts';

/**
 * A form's facts and its address in one line, which scrolls on a small screen, or in two where there is less room.
 * `total` is fresher than its own count.
 */
export function FormStrip({ form, total }: { form: Form; total: number }) {
  return (
    <Card className={formStripClass}>
      <dl className="flex items-center gap-3 max-md:shrink-0 md:h-12 md:justify-between md:gap-0 md:divide-x md:divide-line md:max-wide:border-line md:max-wide:border-b">
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
        className="flex min-w-0 grow items-center gap-2 max-md:shrink-0 md:h-12 md:pr-0.5 md:pl-4 wide:border-line wide:border-l"
      >
        <div className="min-w-0 grow max-md:flex max-md:items-center max-md:gap-2">
          <div className="flex gap-1.5 text-caption text-muted">
            <h2 id="endpoint-heading" className="shrink-0">
              Form Endpoint
            </h2>
            <p className="truncate max-md:sr-only">Use this URL as your form action or API endpoint.</p>
          </div>
          <code
            className="block truncate font-mono text-small max-md:max-w-[60vw] max-md:text-caption"
            title={form.endpointUrl}
          >
            {form.endpointUrl}
          </code>
        </div>
        <CopyButton text={form.endpointUrl} label="Copy the endpoint URL" />
      </section>
    </Card>
  );
}

/** As high as the strip. */
export function FormStripSkeleton() {
  return (
    <Card className={formStripClass}>
      <div className="flex grow items-center gap-6 md:h-12 md:px-4 md:max-wide:border-line md:max-wide:border-b">
        <Skeleton className="h-5 w-16" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="flex h-12 grow-3 items-center px-4 max-md:hidden wide:border-line wide:border-l">
        <Skeleton className="h-5 w-80 max-w-full" />
      </div>
    </Card>
  );
}

const formStripClass =
  'scroll-row max-md:-mx-4 max-md:flex max-md:h-7 max-md:items-center max-md:gap-4 max-md:rounded-none max-md:border-0 max-md:bg-transparent max-md:pl-4 max-md:shadow-none wide:flex wide:h-12 wide:items-center';

interface FactProps {
  readonly name: string;
  /** Stands behind the value where there is no room for the name above it. */
  readonly unit?: string;
  readonly children: ReactNode;
}

function Fact({ name, unit, children }: FactProps) {
  return (
    <div className="flex h-full flex-col justify-center whitespace-nowrap md:grow md:px-4 wide:pr-6">
      <dt className="text-caption text-muted max-md:sr-only">{name}</dt>
      <dd
        data-unit={unit}
        className="flex h-5 items-center gap-1 text-caption tabular-nums max-md:after:content-[attr(data-unit)] max-md:after:font-normal max-md:after:text-muted md:text-small md:font-semibold"
      >
        {children}
      </dd>
    </div>
  );
}
