import type { When } from '@inlet/contracts/routing/conditions';
import { lazy, Suspense } from 'react';

// Most lists have no conditions.
const WhenWords = lazy(async () => ({ default: (await import('#lib/conditions/when-words.tsx')).WhenWords }));

/** Conditions as a sentence on a line of its own; nothing where they always hold. */
export function WhenLine({ when }: { when: When | null }) {
  if (when === null) return null;
  return (
    <p className="mt-0.5 text-small wrap-anywhere">
      <Suspense fallback="Only when …">
        <WhenWords when={when} />
      </Suspense>
    </p>
  );
}
