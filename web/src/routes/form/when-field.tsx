import { lazy, Suspense } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { WhenFieldProps } from '#lib/conditions/when-field-props.ts';

// Most settings have no conditions, and the rest of their page comes first.
const LoadedWhenField = lazy(async () => ({
  default: (await import('#features/routing/components/when-field.tsx')).WhenField,
}));

/** The choice of conditions, loaded late. */
export function WhenField(props: WhenFieldProps) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full rounded-medium" />}>
      <LoadedWhenField {...props} />
    </Suspense>
  );
}
