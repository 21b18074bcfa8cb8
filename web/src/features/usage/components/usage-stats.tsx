import type { Usage } from '@inlet/contracts/usage';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { Meter } from '#components/ui/meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatNumber } from '#lib/wording.ts';

interface UsageStatsProps {
  readonly usage: Usage | undefined;
  readonly activeForms: number | undefined;
}

/** The three numbers of the overview; space is reserved until they are loaded. */
export function UsageStats({ usage, activeForms }: UsageStatsProps) {
  return (
    <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Stat
        name="Total Forms"
        value={usage && <OfLimit current={usage.currentForms} limit={usage.formLimit} />}
        below={usage && <Meter label="Forms used" percentage={usage.formUsagePercentage} />}
      />
      <Stat
        name="Active Forms"
        value={activeForms !== undefined && formatNumber(activeForms)}
        below="Taking submissions"
      />
      <Stat
        name="Monthly Submissions"
        value={usage && <OfLimit current={usage.currentSubmissions} limit={usage.submissionLimit} />}
        below={usage && <Meter label="Submissions of this month used" percentage={usage.submissionUsagePercentage} />}
      />
    </dl>
  );
}

function Stat({ name, value, below }: { name: string; value: ReactNode; below: ReactNode }) {
  return (
    <Card className="p-4 sm:p-6">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-1 flex h-8 items-center text-title font-semibold tabular-nums">
        {value || <Skeleton className="h-7 w-24" />}
      </dd>
      <dd className="mt-3 flex h-5 flex-col justify-center text-small text-muted">
        {below || <Skeleton className="h-1.5 w-full" />}
      </dd>
    </Card>
  );
}

function OfLimit({ current, limit }: { current: number; limit: number }) {
  return (
    <span>
      {formatNumber(current)}
      <span className="font-normal text-heading text-muted">/{formatNumber(limit)}</span>
    </span>
  );
}
