import Plug from 'virtual:lucide/plug';
import type { Target } from '@inlet/contracts/targets';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useTarget } from '#features/integrations/api/use-target.ts';
import { isMissingForm } from '#routes/form/form-not-found.tsx';
import { WebhooksGate } from '#routes/plan/webhooks-gate.tsx';

interface IntegrationFrameProps {
  readonly targetId: string;
  /** The address of the form's integrations. */
  readonly base: string;
  readonly children: (target: Target) => ReactNode;
}

/** Loads the integration of a page. */
export function IntegrationFrame({ targetId, base, children }: IntegrationFrameProps) {
  const target = useTarget(targetId);
  if (target.error && isMissingForm(target.error)) return <IntegrationNotFound base={base} />;
  if (target.data) return children(target.data);
  return (
    <>
      <PageTitle>Integration</PageTitle>
      <WebhooksGate error={target.error}>
        {target.isPending ? (
          <div role="status" aria-label="Loading the integration">
            <Skeleton className="mt-12 mb-1 h-8 w-56" />
            <Skeleton className="mb-8 h-6 w-80 max-w-full" />
            <Skeleton className="h-18 w-full rounded-large" />
            <Skeleton className="mt-6 h-80 w-full rounded-large" />
          </div>
        ) : (
          <QueryFailure level="page" title="This integration could not be loaded" query={target} />
        )}
      </WebhooksGate>
    </>
  );
}

function IntegrationNotFound({ base }: { base: string }) {
  return (
    <>
      <PageTitle>Integration not found</PageTitle>
      <EmptyState
        icon={Plug}
        title="Integration not found"
        level="page"
        action={<ButtonLink to={base}>Back to the integrations</ButtonLink>}
      >
        It was deleted, or you don't have access to it
      </EmptyState>
    </>
  );
}
