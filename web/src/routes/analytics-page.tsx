import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { useAnalytics } from '#features/analytics/api/use-analytics.ts';
import { Analytics } from '#features/analytics/components/analytics.tsx';
import { useRange } from '#features/analytics/components/range-choice.tsx';
import { AnalyticsGate } from '#routes/analytics-gate.tsx';

/** What all forms of the account receive together. */
export function AnalyticsPage() {
  const analytics = useAnalytics(null, useRange());
  return (
    <>
      <PageTitle>Analytics</PageTitle>
      <PageHeader above={<BackLink to="/dashboard" />} title="Analytics">
        <p className="mt-1 text-muted">All your forms together</p>
      </PageHeader>
      <AnalyticsGate error={analytics.error}>
        <Analytics query={analytics} />
      </AnalyticsGate>
    </>
  );
}
