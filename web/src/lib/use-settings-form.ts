import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureMessage } from '#lib/http.ts';

/** Messages by field. */
export type FieldErrors = Readonly<Record<string, string>>;

interface SettingsForm<Draft, Body> {
  readonly stored: Draft;
  readonly toBody: (draft: Draft) => Body;
  /** The errors of a draft before it is sent; empty if there are none. */
  readonly check: (draft: Draft) => FieldErrors;
  /** The fields that a refusal refers to; empty without any. */
  readonly refusedFields: (error: Error, draft: Draft) => FieldErrors;
  /** The mutation that saves the settings. */
  readonly update: {
    readonly mutate: (body: Body, done: { onSuccess: () => void; onError: (error: Error) => void }) => void;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: unknown;
  };
}

/**
 * Stored settings with this person's edits, which a button saves. A field without edits follows the stored value. The
 * first invalid field takes the focus.
 */
export function useSettingsForm<Draft extends object, Body>(form: SettingsForm<Draft, Body>) {
  const { stored, toBody, check, refusedFields, update } = form;
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const [sent, setSent] = useState(edits);
  const [errors, setErrors] = useState<FieldErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const draft: Draft = { ...stored, ...edits };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  const hasErrors = Object.keys(errors).length > 0;

  useEffect(() => {
    if (Object.keys(errors).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function change(part: Partial<Draft>) {
    setEdits((before) => ({ ...before, ...part }));
    setErrors({});
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (update.isPending) return;
    const found = check(draft);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setSent(edits);
    update.mutate(toBody(draft), {
      // What was typed since then is not saved.
      onSuccess: () => setEdits((now) => (now === edits ? {} : now)),
      onError: (error) => setErrors(refusedFields(error, draft)),
    });
  }

  return {
    draft,
    errors,
    change,
    /** The properties of the `form` element. */
    form: { noValidate: true, ref: element, onSubmit },
    leaveGuard: { isUnsaved: isChanged && !(update.isPending && edits === sent), hasChanged: isChanged },
    saveBar: {
      isSaving: update.isPending,
      isSaved: update.isSuccess && !isChanged,
      isUnsaved: isChanged,
      failure: update.error && !hasErrors ? failureMessage(update.error) : null,
    },
  };
}
