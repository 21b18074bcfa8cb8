import { formatNumber } from '@inlet/contracts/counts';
import type { Usage } from '@inlet/contracts/usage';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { LimitMeter } from '#components/ui/limit-meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatBytes } from '#lib/wording.ts';

interface UsageStatsProps {
  readonly usage: Usage | undefined;
  readonly activeForms: number | undefined;
}

/** The numbers of the overview; the layout reserves their space until they are loaded. */
export function UsageStats({ usage, activeForms }: UsageStatsProps) {
  return (
    <Card className="overflow-hidden">
      <dl className="grid grid-cols-2 sm:grid-cols-4">
        <Stat
          name="Total Forms"
          value={usage && <OfLimit current={usage.currentForms} limit={usage.formLimit} />}
          meter={usage && <LimitMeter label="Forms used" percentage={usage.formUsagePercentage} />}
        />
        <Stat name="Active Forms" value={activeForms !== undefined && formatNumber(activeForms)} className="border-l" />
        <Stat
          name="Monthly Submissions"
          value={usage && <OfLimit current={usage.currentSubmissions} limit={usage.submissionLimit} />}
          meter={
            usage && <LimitMeter label="Submissions of this month used" percentage={usage.submissionUsagePercentage} />
          }
          className="max-sm:border-t sm:border-l"
        />
        <Stat
          name="Monthly Data"
          value={usage && <OfLimit current={usage.currentBytes} limit={usage.byteLimit} format={formatBytes} />}
          meter={usage && <LimitMeter label="Data of this month used" percentage={usage.byteUsagePercentage} />}
          className="border-l max-sm:border-t"
        />
      </dl>
    </Card>
  );
}

interface StatProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly meter?: ReactNode;
  readonly className?: string;
}

function Stat({ name, value, meter, className = '' }: StatProps) {
  return (
    <div className={`border-line px-4 py-2.5 sm:px-5 ${className}`}>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="flex h-6 items-center font-semibold tabular-nums">{value || <Skeleton className="h-5 w-20" />}</dd>
      <dd className="mt-1 h-1.5">{meter}</dd>
    </div>
  );
}

interface OfLimitProps {
  readonly current: number;
  readonly limit: number;
  readonly format?: (amount: number) => string;
}

function OfLimit({ current, limit, format = formatNumber }: OfLimitProps) {
  return (
    <span>
      {format(current)}
      <span className="font-normal text-muted">/{format(limit)}</span>
    </span>
  );
}
