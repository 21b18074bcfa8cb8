import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { Erasures } from '#features/privacy/components/erasures.tsx';
import { FindPerson } from '#features/privacy/components/find-person.tsx';
import { useRights } from '#lib/person/use-rights.ts';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

const DefaultRetention = lazy(async () => ({
  default: (await import('#features/retention/components/default-retention.tsx')).DefaultRetention,
}));

export function PrivacySettingsPage() {
  return (
    <ForRole action="people:read">
      <PrivacySettings />
    </ForRole>
  );
}

/** The settings for how long the account keeps submissions, and the search for a person's data. */
function PrivacySettings() {
  const upgrade = useUpgrade();
  const may = useRights();
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageTitle>Privacy</PageTitle>
      <FindPerson />
      {may('people:erase') && <Erasures />}
      {may('workspace:update') && (
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
      )}
      {upgrade.dialog}
    </div>
  );
}
