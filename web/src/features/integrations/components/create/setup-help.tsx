import type { Preset } from '@inlet/contracts/presets/preset';
import { lazy, Suspense } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';

// Only one service needs the script.
const SheetsScript = lazy(async () => ({
  default: (await import('#features/integrations/components/create/sheets-script.tsx')).SheetsScript,
}));

/** How to prepare the service for deliveries. */
export function SetupHelp({ preset }: { preset: Preset }) {
  return (
    <div className="mb-6 max-w-[72ch] text-muted">
      <p>{preset.help}</p>
      {preset.key === 'google_sheets' && (
        <div className="mt-4 text-ink">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <SheetsScript />
          </Suspense>
        </div>
      )}
    </div>
  );
}
