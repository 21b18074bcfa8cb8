import type { Form } from '@inlet/contracts/forms';
import { fileBytesMax, filesMax } from '@inlet/contracts/submission-limits';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { TextArea, TextField } from '#components/ui/field.tsx';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { AllowedOrigins } from '#features/forms/settings/components/allowed-origins.tsx';
import { SaveFailure, SaveStatus } from '#features/forms/settings/components/save-messages.tsx';
import { checkSettings, type Settings, type SettingsErrors } from '#features/forms/settings/settings.ts';
import { useFormSettings } from '#features/forms/settings/use-form-settings.ts';

export function FormSettings({ form }: { form: Form }) {
  const { settings, saved, failure, edit, editOrigins, save, ...progress } = useFormSettings(form);
  const [errors, setErrors] = useState<SettingsErrors>({});
  const nameInput = useRef<HTMLInputElement>(null);
  const bodyMaxInput = useRef<HTMLInputElement>(null);
  const fileTypesInput = useRef<HTMLInputElement>(null);
  const descriptionInput = useRef<HTMLTextAreaElement>(null);

  function change(part: Partial<Settings>) {
    edit(part);
    // A message stays until its own field is edited, then disappears at once.
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))));
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (progress.isSavingAll) return;
    const found = checkSettings(settings);
    setErrors(found);
    if (found.name) nameInput.current?.focus();
    else if (found.description) descriptionInput.current?.focus();
    else if (found.bodyMaxBytes) bodyMaxInput.current?.focus();
    else if (found.fileTypes) fileTypesInput.current?.focus();
    else save('manual');
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <LeaveGuard isUnsaved={progress.isUnsaved} hasChanged={progress.hasChanged} />
      <Card className="grid grid-cols-1 gap-6 p-4 sm:p-6">
        <TextField
          label="Form Name"
          name="name"
          required
          autoComplete="off"
          ref={nameInput}
          value={settings.name}
          onChange={(event) => change({ name: event.target.value })}
          error={errors.name}
        />
        <TextArea
          label={
            <>
              Description <span className="font-normal text-muted">Optional</span>
            </>
          }
          name="description"
          ref={descriptionInput}
          value={settings.description}
          onChange={(event) => change({ description: event.target.value })}
          error={errors.description}
        />
        <Switch
          label={settings.isActive ? 'Form is active' : 'Form is inactive'}
          hint="An inactive form refuses every submission. Its submissions stay."
          isOn={settings.isActive}
          onChange={(isActive) => change({ isActive })}
        />
      </Card>
      <Card className="p-4 sm:p-6">
        <AllowedOrigins origins={settings.allowedOrigins} onChange={editOrigins} />
      </Card>
      <Card className="p-4 sm:p-6">
        <TextField
          label="Size limit (kB, without files)"
          hint="Larger submissions are refused. Leave empty for 1,000 kB, the largest size that a form can take."
          name="bodyMaxBytes"
          inputMode="decimal"
          autoComplete="off"
          placeholder="1000"
          ref={bodyMaxInput}
          value={settings.bodyMaxBytes}
          onChange={(event) => change({ bodyMaxBytes: event.target.value })}
          error={errors.bodyMaxBytes}
        />
      </Card>
      <Card className="grid grid-cols-1 gap-6 p-4 sm:p-6">
        <Switch
          label={settings.takesFiles ? 'Files are accepted' : 'Files are refused'}
          hint={`Up to ${filesMax} files of ${fileBytesMax / 1_000_000} MB in a submission, within your plan’s storage.`}
          isOn={settings.takesFiles}
          onChange={(takesFiles) => change({ takesFiles })}
        />
        {settings.takesFiles && (
          <TextField
            label="Accepted types of files"
            hint="Such as .pdf, image/* or application/zip, with commas between them. Leave empty for all types."
            name="fileTypes"
            autoComplete="off"
            spellCheck={false}
            ref={fileTypesInput}
            value={settings.fileTypes}
            onChange={(event) => change({ fileTypes: event.target.value })}
            error={errors.fileTypes}
          />
        )}
      </Card>
      {failure && <SaveFailure failure={failure} onRetry={failure.kind === 'manual' ? submit : () => save('auto')} />}
      <div className="flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center">
        <Button type="submit" variant="primary" isLoading={progress.isSavingAll}>
          Save Settings
        </Button>
        <SaveStatus saved={saved} isUnsaved={progress.isUnsaved} />
      </div>
    </form>
  );
}
