import Plug from 'virtual:lucide/plug';
import Plus from 'virtual:lucide/plus';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { useTargets } from '#features/integrations/api/use-targets.ts';
import { TargetRow } from '#features/integrations/components/target/target-row.tsx';

export function TargetList({ targets }: { targets: ReturnType<typeof useTargets> }) {
  if (targets.isPending) return <TargetListSkeleton />;
  if (!targets.data) return <QueryFailure title="The integrations could not be loaded" query={targets} />;
  if (targets.data.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Plug}
          title="No integrations yet"
          action={
            <ButtonLink to="new" variant="primary">
              <Plus aria-hidden size={16} strokeWidth={2} />
              Add integration
            </ButtonLink>
          }
        >
          Send each submission on to Slack, a spreadsheet or your own server, within a second of its arrival.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className="overflow-hidden">
      <ul aria-label="Integrations" className="divide-y divide-line">
        {targets.data.map((target) => (
          <TargetRow key={target.id} target={target} />
        ))}
      </ul>
    </Card>
  );
}

function TargetListSkeleton() {
  return (
    <Card>
      <div role="status" aria-label="Loading the integrations" className="divide-y divide-line">
        {['first', 'second'].map((key) => (
          <div key={key} className="flex gap-4 px-4 py-4 sm:px-6">
            <Skeleton className="size-9" />
            <div className="grow">
              <Skeleton className="h-6 w-40" />
              <Skeleton className="mt-1 h-5 w-3/5" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}
