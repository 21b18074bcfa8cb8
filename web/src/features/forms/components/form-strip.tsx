import type { Form } from '@inlet/contracts/forms';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { formatDay } from '#lib/dates.ts';
import { formatNumber } from '#lib/wording.ts';

/**
 * A form's facts and its address in one line, or in two where there is less room. `total` is fresher than its own
 * count.
 */
export function FormStrip({ form, total }: { form: Form; total: number }) {
  return (
    <Card className="wide:flex wide:h-12 wide:items-center">
      <dl className="flex h-12 items-center justify-between divide-line max-wide:border-line max-wide:border-b sm:divide-x">
        <Fact name="Status">
          <FormStatusBadge form={form} isShortIfNarrow />
        </Fact>
        <Fact name="Total Submissions">{formatNumber(total)}</Fact>
        <Fact name="Allowed Origins">{formatNumber(form.allowedOrigins.length)}</Fact>
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
            <p className="truncate max-sm:sr-only">Use this URL as your form action or API endpoint.</p>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col justify-center whitespace-nowrap max-sm:first:pl-3 max-sm:last:pr-3 max-[22rem]:whitespace-normal sm:grow sm:px-4 wide:pr-6">
      <dt className="text-caption text-muted max-sm:text-[0.6875rem] max-[22rem]:leading-3">{name}</dt>
      <dd className="flex h-5 items-center whitespace-nowrap text-small font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
