import type { Form } from '@inlet/contracts/forms';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { TextArea, TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useCreateForm } from '#features/forms/api/use-create-form.ts';
import { EndpointShape } from '#features/forms/components/endpoint-shape.tsx';
import { OriginsEditor } from '#features/forms/components/origins-editor.tsx';
import { checkDraft, type DraftErrors, type FormDraft, toCreateForm } from '#features/forms/form-draft.ts';
import { ApiError, failureMessage } from '#lib/http.ts';

const emptyDraft: FormDraft = { name: '', description: '', origins: [''] };

interface CreateFormProps {
  /** The plan allows no further form, so nothing can be typed. */
  readonly isFull: boolean;
  readonly onCreated: (form: Form) => void;
}

export function CreateForm({ isFull, onCreated }: CreateFormProps) {
  const createForm = useCreateForm();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<DraftErrors>({});

  function change(part: Partial<FormDraft>) {
    setDraft({ ...draft, ...part });
    // A message stays until its own field is edited, then disappears at once.
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (createForm.isPending) return;
    const found = checkDraft(draft);
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current);
    createForm.mutate(toCreateForm(draft), { onSuccess: onCreated });
  }

  return (
    <form noValidate ref={form} onSubmit={submit} className="grid gap-8">
      {createForm.isError && <Notice tone="danger">{refusalWords(createForm.error)}</Notice>}
      <TextField
        label="Form Name"
        name="name"
        required
        autoComplete="off"
        placeholder="Contact form"
        value={draft.name}
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
        placeholder="Where it’s used and what it’s for"
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        error={errors.description}
      />
      <OriginsEditor origins={draft.origins} onChange={(origins) => change({ origins })} error={errors.origins} />
      <EndpointShape />
      <div className="flex flex-col-reverse gap-2 border-line border-t pt-6 sm:flex-row sm:justify-end">
        <ButtonLink to="/forms">Cancel</ButtonLink>
        <Button type="submit" variant="primary" disabled={isFull} isLoading={createForm.isPending}>
          Create Form
        </Button>
      </div>
    </form>
  );
}

/** Waits until the errors are rendered, then focuses the first one. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** The service gives the reason. If a proxy has replaced its response, the status still tells. */
function refusalWords(error: Error): string {
  const isWordless = error instanceof ApiError && error.code === 'unexpected_answer';
  return isWordless && error.status === 403 ? 'Cannot create more forms' : failureMessage(error);
}
