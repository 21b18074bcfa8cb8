import type { ReactNode } from 'react';
import { ApiError } from '#lib/http.ts';
import { NoAnalytics } from '#routes/no-analytics.tsx';

/** Shows its children, or an offer where the service refuses because the plan has no analytics. */
export function AnalyticsGate({ error, children }: { error: unknown; children: ReactNode }) {
  return error instanceof ApiError && error.code === 'feature_not_in_plan' ? <NoAnalytics /> : children;
}
