import { useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { columnClass, PageHeader, PageTitle } from '#components/ui/page.tsx';
import { useAnalytics } from '#features/analytics/api/use-analytics.ts';
import { Analytics } from '#features/analytics/components/analytics.tsx';
import { useRange } from '#features/analytics/components/range-choice.tsx';
import { ApiError } from '#lib/http.ts';
import { NoAnalytics } from '#routes/plan/no-analytics.tsx';

/** The analytics of a form, as a tab of its page, or of all forms of the account together. */
export function AnalyticsPage() {
  const { id = null } = useParams();
  const analytics = useAnalytics(id, useRange());
  const { error } = analytics;
  return (
    <div className={`${columnClass} pt-4`}>
      {id === null && (
        <>
          <PageTitle>Analytics</PageTitle>
          <PageHeader above={<BackLink to="/dashboard" />} title="Analytics">
            <p className="mt-1 text-muted">All your forms together</p>
          </PageHeader>
        </>
      )}
      {error instanceof ApiError && error.code === 'feature_not_in_plan' ? (
        <NoAnalytics />
      ) : (
        <Analytics query={analytics} />
      )}
    </div>
  );
}
