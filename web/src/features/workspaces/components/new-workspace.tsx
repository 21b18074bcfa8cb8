import { createWorkspaceSchema } from '@inlet/contracts/workspaces';
import type { FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useCreateWorkspace } from '#features/workspaces/api/use-change-workspace.ts';
import { failureMessage } from '#lib/http.ts';
import { useTextForm } from '#lib/use-text-form.ts';

/** Makes a workspace, which is opened then. */
export function NewWorkspace() {
  const creation = useCreateWorkspace();
  const form = useTextForm(createWorkspaceSchema, ['name']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (creation.isPending || creation.isSuccess || !form.check()) return;
    creation.mutate(form.texts.name);
  }

  return (
    <form noValidate aria-label="New workspace" onSubmit={submit} className="grid max-w-[28rem] grid-cols-1 gap-6">
      {creation.isError && <Notice tone="danger">{failureMessage(creation.error)}</Notice>}
      <TextField
        {...form.bind('name')}
        label="Name"
        hint="A customer, a team or a project, for example."
        autoComplete="off"
        required
      />
      <Button
        type="submit"
        variant="primary"
        isLoading={creation.isPending || creation.isSuccess}
        className="justify-self-start"
      >
        Make the workspace
      </Button>
    </form>
  );
}
