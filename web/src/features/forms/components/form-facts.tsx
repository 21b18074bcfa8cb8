import type { Form } from '@inlet/contracts/forms';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FormStatusBadge } from '#features/forms/components/form-status-badge.tsx';
import { formatDay } from '#lib/dates.ts';
import { formatNumber } from '#lib/wording.ts';

/** The four cards above a form's submissions. `total` is fresher than the form's own count. */
export function FormFacts({ form, total }: { form: Form; total: number }) {
  return (
    <FactsGrid>
      <Fact name="Status">
        <FormStatusBadge isActive={form.isActive} />
      </Fact>
      <Fact name="Total Submissions">{formatNumber(total)}</Fact>
      <Fact name="Allowed Origins">{formatNumber(form.allowedOrigins.length)}</Fact>
      <Fact name="Created">{formatDay(form.createdAt)}</Fact>
    </FactsGrid>
  );
}

export function FormFactsSkeleton() {
  return (
    <FactsGrid>
      {['Status', 'Total Submissions', 'Allowed Origins', 'Created'].map((name) => (
        <Fact key={name} name={name}>
          <Skeleton className="h-5 w-16" />
        </Fact>
      ))}
    </FactsGrid>
  );
}

function FactsGrid({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Card className="px-4 py-4 sm:px-6">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-1 flex h-8 items-center text-heading font-semibold tabular-nums">{children}</dd>
    </Card>
  );
}
