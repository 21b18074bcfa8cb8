import Plus from 'virtual:lucide/plus';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { PlanBadge } from '#features/billing/components/plan-badge.tsx';
import { useDashboard } from '#features/dashboard/api/use-dashboard.ts';
import { NeedsALook } from '#features/dashboard/components/needs-a-look.tsx';
import { Panel } from '#features/dashboard/components/panel.tsx';
import { RefusedSince } from '#features/dashboard/components/refused-since.tsx';
import { ThisMonth } from '#features/dashboard/components/this-month.tsx';
import { useForms } from '#features/forms/api/use-forms.ts';
import { FirstSteps } from '#features/forms/components/first-steps.tsx';
import { RecentForms, RecentFormsSkeleton } from '#features/forms/components/recent-forms.tsx';
import { LatestSkeleton } from '#features/submissions/components/latest-skeleton.tsx';
import { useUsage } from '#features/usage/api/use-usage.ts';
import { UsageStats } from '#features/usage/components/usage-stats.tsx';
import { UsageWarning } from '#features/usage/components/usage-warning.tsx';
import { formLimitReason } from '#features/usage/limit-reasons.ts';
import { failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

// The numbers take longer to load than this code.
const SubmissionsChart = lazy(async () => ({
  default: (await import('#features/dashboard/components/submissions-chart.tsx')).SubmissionsChart,
}));
const LatestSubmissions = lazy(async () => ({
  default: (await import('#features/submissions/components/latest-submissions.tsx')).LatestSubmissions,
}));

export function DashboardPage() {
  const usage = useUsage();
  const forms = useForms();
  const navigate = useNavigate();
  const upgrade = useUpgrade();
  const may = useRights();
  const onUpgrade = upgrade.isPossible ? () => upgrade.open(null) : null;

  function startForm() {
    const reason = formLimitReason(usage.data, upgrade.isPossible);
    if (reason === null || !upgrade.isPossible) void navigate('/forms/new');
    else upgrade.open(reason);
  }

  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <header className="mb-4 flex items-center justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-title font-semibold">Welcome back</h1>
          <PlanBadge />
        </div>
        {may('forms:write') && (
          <Button variant="primary" onClick={startForm}>
            <Plus aria-hidden size={16} strokeWidth={2} />
            New Form
          </Button>
        )}
      </header>
      <div className="grid grid-cols-1 gap-4">
        {usage.data && <UsageWarning usage={usage.data} onUpgrade={onUpgrade} />}
        {usage.isError && !usage.data && (
          <Notice
            tone="danger"
            action={
              <Button isLoading={usage.isFetching} onClick={() => void usage.refetch()}>
                Try again
              </Button>
            }
          >
            {failureMessage(usage.error)}
          </Notice>
        )}
        <UsageStats usage={usage.data} activeForms={forms.data?.filter(({ isActive }) => isActive).length} />
        <Overview forms={forms} usage={usage.data} onUpgrade={onUpgrade} />
      </div>
      {upgrade.dialog}
    </>
  );
}

interface OverviewProps {
  readonly forms: ReturnType<typeof useForms>;
  readonly usage: ReturnType<typeof useUsage>['data'];
  readonly onUpgrade: (() => void) | null;
}

/** An account without any submission sees the first steps instead of empty cards. */
function Overview({ forms, usage, onUpgrade }: OverviewProps) {
  const dashboard = useDashboard();
  const refused = usage?.refusedByLimit && <RefusedSince refused={usage.refusedByLimit} onUpgrade={onUpgrade} />;
  const isNew = forms.data?.every(({ lastSubmissionAt }) => lastSubmissionAt === null);
  const recent = (
    <Panel title="Recent Forms">
      <Recent forms={forms} />
    </Panel>
  );
  if (forms.data && isNew) {
    return (
      <>
        <FirstSteps form={forms.data[0]} />
        {forms.data.length > 0 && recent}
      </>
    );
  }
  if (!dashboard.data && dashboard.isError) {
    return (
      <>
        <QueryFailure title="The overview could not be loaded" query={dashboard} />
        {recent}
      </>
    );
  }
  return (
    <div className={overviewClass}>
      {dashboard.data ? (
        <Suspense fallback={<ChartSkeleton />}>
          <SubmissionsChart days={dashboard.data.days} />
        </Suspense>
      ) : (
        <ChartSkeleton />
      )}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid-cols-1">
        {dashboard.data ? (
          <NeedsALook items={dashboard.data.attention} first={refused} />
        ) : (
          <Panel title="Needs attention">
            <Skeleton className="h-5 w-3/5" />
          </Panel>
        )}
        <ThisMonth usage={usage} />
      </div>
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-2">
        <Panel title="Latest">
          {dashboard.data ? (
            <Suspense fallback={<LatestSkeleton />}>
              <LatestSubmissions submissions={dashboard.data.latest} />
            </Suspense>
          ) : (
            <LatestSkeleton />
          )}
        </Panel>
      </div>
      <div className="lg:col-start-2">{recent}</div>
    </div>
  );
}

/** Both columns have no gap: the last row takes the height that the longer column needs. */
const overviewClass =
  'grid grid-cols-1 items-start gap-y-4 lg:-mb-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-4 lg:gap-y-0 lg:*:mb-4';

function ChartSkeleton() {
  return (
    <Card className="h-83.5 p-4 sm:p-5">
      <Skeleton className="h-6 w-52" />
      <Skeleton className="mt-5 h-7 w-24" />
      <Skeleton className="mt-4 h-40 w-full" />
    </Card>
  );
}

function Recent({ forms }: { forms: ReturnType<typeof useForms> }) {
  if (forms.isPending) return <RecentFormsSkeleton />;
  if (!forms.data) return <QueryFailure title="Your forms could not be loaded" query={forms} />;
  return <RecentForms forms={forms.data} />;
}
