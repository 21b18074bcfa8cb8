import { ClosingSettings } from '#features/forms/closing/closing-settings.tsx';
import { FormSettingsFrame } from '#routes/form-settings/form-settings-frame.tsx';

export function ClosingPage() {
  return (
    <FormSettingsFrame title="Open and close">
      {(form) => <ClosingSettings key={form.id} form={form} />}
    </FormSettingsFrame>
  );
}
