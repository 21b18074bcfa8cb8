import { lazy, type ReactNode, Suspense } from 'react';
import { ApiError } from '#lib/http.ts';

// Most people have a plan with webhooks.
const NoWebhooks = lazy(async () => ({ default: (await import('#routes/plan/no-webhooks.tsx')).NoWebhooks }));

/** Shows its children, or an offer if the service refuses because the plan has no webhooks. */
export function WebhooksGate({ error, children }: { error: unknown; children: ReactNode }) {
  if (!(error instanceof ApiError && error.code === 'feature_not_in_plan')) return children;
  return (
    <Suspense>
      <NoWebhooks />
    </Suspense>
  );
}
