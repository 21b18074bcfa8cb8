import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { FormSettingsSkeleton } from '#features/forms/settings/components/form-settings-skeleton.tsx';
import { FormSettingsFrame } from '#routes/form-settings/form-settings-frame.tsx';

// The frame and its links do not wait for the form's fields.
const FormSettings = lazy(async () => ({
  default: (await import('#features/forms/settings/components/form-settings.tsx')).FormSettings,
}));
// It is below everything else.
const DangerZone = lazy(async () => ({
  default: (await import('#features/forms/settings/components/danger-zone.tsx')).DangerZone,
}));

export function FormSettingsPage() {
  const [isDeleted, setIsDeleted] = useState(false);
  if (isDeleted) return <Navigate to="/forms" />;
  return (
    <FormSettingsFrame title="Settings">
      {(form) => (
        <div className="grid grid-cols-1 gap-12">
          <Suspense fallback={<FormSettingsSkeleton />}>
            <FormSettings key={form.id} form={form} />
          </Suspense>
          <Suspense>
            <DangerZone form={form} onDeleted={() => setIsDeleted(true)} />
          </Suspense>
        </div>
      )}
    </FormSettingsFrame>
  );
}
