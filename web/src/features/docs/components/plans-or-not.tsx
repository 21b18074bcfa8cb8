import type { ReactNode } from 'react';
import { useSite } from '#lib/site.tsx';

/** For installations that sell plans. */
export function WithPlans({ children }: { children: ReactNode }) {
  return useSite().sellsPlans ? children : null;
}

/** For installations that take no payments. */
export function WithoutPlans({ children }: { children: ReactNode }) {
  return useSite().sellsPlans ? null : children;
}
