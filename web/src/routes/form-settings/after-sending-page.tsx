import { AfterSendingSettings } from '#features/forms/after-sending/after-sending-settings.tsx';
import { FormSettingsFrame } from '#routes/form-settings/form-settings-frame.tsx';

export function AfterSendingPage() {
  return (
    <FormSettingsFrame title="After sending">
      {(form) => <AfterSendingSettings key={form.id} form={form} />}
    </FormSettingsFrame>
  );
}
