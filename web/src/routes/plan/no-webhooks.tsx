import Webhook from 'virtual:lucide/webhook';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

/** Replaces integrations if the plan has none. */
export function NoWebhooks() {
  const upgrade = useUpgrade();
  return (
    <Card>
      <EmptyState
        icon={Webhook}
        title="Integrations are not part of your plan"
        action={
          upgrade.isPossible && (
            <Button variant="primary" onClick={() => upgrade.open(null)}>
              Upgrade Plan
            </Button>
          )
        }
      >
        With Starter and Pro, each submission goes on to Slack, a spreadsheet or your own server as it arrives.
      </EmptyState>
      {upgrade.dialog}
    </Card>
  );
}
