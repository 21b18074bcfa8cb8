import type { Form } from '@inlet/contracts/forms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { formKey } from '#features/forms/api/use-form.ts';
import { useSaveForm } from '#features/forms/settings/api/use-save-form.ts';
import { createSaveQueue, type SaveKind } from '#features/forms/settings/save-queue.ts';
import {
  changedFields,
  type Settings,
  settingsOf,
  toAutoSave,
  toChange,
  withoutStored,
} from '#features/forms/settings/settings.ts';

/**
 * A form's settings on the screen: the stored form with this person's edits. A field without edits
 * follows the stored form, even when another tab changes it.
 */
export function useFormSettings(shown: Form) {
  // The prop is one render behind when a save has just succeeded.
  const form = useQueryClient().getQueryData<Form>(formKey(shown.id)) ?? shown;
  const { mutateAsync } = useSaveForm(form.id);
  const [edits, setEdits] = useState<Partial<Settings>>({});
  const [queue] = useState(() => createSaveQueue((change) => mutateAsync(change)));
  const state = useSyncExternalStore(queue.subscribe, queue.getState);
  const settings: Settings = { ...settingsOf(form), ...edits };
  const changed = changedFields(form, settings);

  useEffect(() => setEdits((current) => withoutStored(current, form)), [form]);
  // Leaving within the delay must not lose the waiting change.
  useEffect(() => () => queue.flush(), [queue]);

  return {
    settings,
    saved: state.saved,
    failure: state.failure,
    isSaving: Object.keys(state.underWay).length > 0,
    isSavingAll: 'name' in state.underWay,
    /** True if a change waits for Save Settings. */
    isUnsaved: changed.some((field) => !(field in state.underWay)),
    hasChanged: changed.length > 0,
    edit: (part: Partial<Settings>) => setEdits((current) => ({ ...current, ...part })),
    editOrigins(allowedOrigins: readonly string[]) {
      setEdits((current) => ({ ...current, allowedOrigins }));
      queue.save('auto', toAutoSave({ ...settings, allowedOrigins }));
    },
    save: (kind: SaveKind) => queue.save(kind, kind === 'manual' ? toChange(settings) : toAutoSave(settings)),
  };
}
