import Plus from 'virtual:lucide/plus';
import { useNavigate } from 'react-router-dom';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { planLabel } from '#features/billing/plan-name.ts';
import { useForms } from '#features/forms/api/use-forms.ts';
import { NoForms } from '#features/forms/components/no-forms.tsx';
import { RecentForms, RecentFormsSkeleton } from '#features/forms/components/recent-forms.tsx';
import { useUsage } from '#features/usage/api/use-usage.ts';
import { UsageStats } from '#features/usage/components/usage-stats.tsx';
import { UsageWarning } from '#features/usage/components/usage-warning.tsx';
import { formLimitReason } from '#features/usage/limit-reasons.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';
import { useUpgrade } from '#routes/use-upgrade.tsx';

export function DashboardPage() {
  const user = useUser();
  const usage = useUsage();
  const forms = useForms();
  const navigate = useNavigate();
  const upgrade = useUpgrade();

  function startForm() {
    const reason = formLimitReason(usage.data, upgrade.isPossible);
    if (reason === null || !upgrade.isPossible) void navigate('/forms/new');
    else upgrade.open(reason);
  }

  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <PageHeader
        title="Welcome back"
        action={
          <Button variant="primary" onClick={startForm}>
            <Plus aria-hidden size={16} strokeWidth={2} />
            New Form
          </Button>
        }
      >
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <Badge tone="accent">{planLabel(user.plan)}</Badge>
          <span className="min-w-0 wrap-anywhere">{user.email}</span>
        </p>
      </PageHeader>
      <div className="grid grid-cols-1 gap-8">
        {usage.data && (
          <UsageWarning usage={usage.data} onUpgrade={upgrade.isPossible ? () => upgrade.open(null) : null} />
        )}
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
        <section aria-labelledby="recent-forms">
          <h2 id="recent-forms" className="mb-4 text-heading font-semibold">
            Recent Forms
          </h2>
          <Recent forms={forms} />
        </section>
      </div>
      {upgrade.dialog}
    </>
  );
}

function Recent({ forms }: { forms: ReturnType<typeof useForms> }) {
  if (forms.isPending) return <RecentFormsSkeleton />;
  if (!forms.data) return <QueryFailure title="Your forms could not be loaded" query={forms} />;
  return forms.data.length === 0 ? <NoForms /> : <RecentForms forms={forms.data} />;
}
