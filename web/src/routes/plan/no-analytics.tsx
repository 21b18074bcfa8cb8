import ChartColumn from 'virtual:lucide/chart-column';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

/** Replaces analytics if the plan has none. */
export function NoAnalytics() {
  const upgrade = useUpgrade();
  return (
    <Card>
      <EmptyState
        icon={ChartColumn}
        title="Analytics are not part of your plan"
        action={
          upgrade.isPossible && (
            <Button variant="primary" onClick={() => upgrade.open(null)}>
              Upgrade Plan
            </Button>
          )
        }
      >
        They show submissions by day, hour of the week and website, and what was refused and why.
      </EmptyState>
      {upgrade.dialog}
    </Card>
  );
}
