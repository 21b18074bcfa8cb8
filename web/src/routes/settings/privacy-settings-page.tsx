import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { Erasures } from '#features/privacy/components/erasures.tsx';
import { FindPerson } from '#features/privacy/components/find-person.tsx';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

const DefaultRetention = lazy(async () => ({
  default: (await import('#features/retention/components/default-retention.tsx')).DefaultRetention,
}));

/** The settings for how long the account keeps submissions, and the search for a person's data. */
export function PrivacySettingsPage() {
  const upgrade = useUpgrade();
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageTitle>Privacy</PageTitle>
      <FindPerson />
      <Erasures />
      <Suspense>
        <DefaultRetention
          offer={
            upgrade.isPossible && (
              <Button onClick={() => upgrade.open(null)} className="self-start sm:self-auto">
                Upgrade Plan
              </Button>
            )
          }
        />
      </Suspense>
      {upgrade.dialog}
    </div>
  );
}
