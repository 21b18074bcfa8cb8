import { updateWorkspaceSchema, type Workspace } from '@inlet/contracts/workspaces';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useCurrentWorkspace, useUpdateWorkspace } from '#features/workspaces/api/use-change-workspace.ts';
import { DeleteWorkspace } from '#features/workspaces/components/delete-workspace.tsx';
import { failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** The name of the workspace, its address for bills, and what it requires of its members. */
export function WorkspaceGeneral() {
  const { query, workspace } = useCurrentWorkspace();
  const may = useRights();
  if (!workspace) {
    return query.isError ? (
      <QueryFailure title="The workspace could not be loaded" query={query} />
    ) : (
      <RowsSkeleton label="Loading the workspace" />
    );
  }
  return (
    <>
      <Names key={workspace.id} workspace={workspace} />
      <Requirement workspace={workspace} />
      {may('workspace:delete') && (query.data?.length ?? 0) > 1 && <DeleteWorkspace name={workspace.name} />}
    </>
  );
}

function Names({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const [name, setName] = useState(workspace.name);
  const [billingEmail, setBillingEmail] = useState(workspace.billingEmail ?? '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  function submit(event: FormEvent) {
    event.preventDefault();
    const change = { name, ...(billingEmail.trim() !== '' && { billingEmail }) };
    const issues = updateWorkspaceSchema.safeParse(change).error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    if (!update.isPending && issues.length === 0) update.mutate(change);
  }

  return (
    <Section title="Workspace" intro="Its forms, members and plan belong together.">
      <form noValidate onSubmit={submit} className="grid max-w-[28rem] grid-cols-1 gap-6">
        {update.isError && <Notice tone="danger">{failureMessage(update.error)}</Notice>}
        {update.isSuccess && <Notice tone="success">The workspace is saved.</Notice>}
        <TextField
          label="Name"
          autoComplete="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errors.name}
        />
        <TextField
          label="Email for bills and notices"
          type="email"
          autoComplete="email"
          value={billingEmail}
          onChange={(event) => setBillingEmail(event.target.value)}
          error={errors.billingEmail}
        />
        <Button type="submit" isLoading={update.isPending} className="justify-self-start">
          Save
        </Button>
      </form>
    </Section>
  );
}

function Requirement({ workspace: { requireSecondFactor } }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const isOn = update.isPending ? update.variables.requireSecondFactor === true : requireSecondFactor;
  return (
    <Section
      title="Sign-in of the members"
      intro={<DocsLink page="workspaces#required-second-factor">What a required second factor means</DocsLink>}
    >
      <div className="grid gap-4">
        {update.isError && <Notice tone="danger">{failureMessage(update.error)}</Notice>}
        <Switch
          label={isOn ? 'A second factor is required' : 'A second factor is optional'}
          hint="Members without one are led to its set-up, and see nothing else of the workspace before."
          isOn={isOn}
          onChange={(next) => update.mutate({ requireSecondFactor: next })}
        />
      </div>
    </Section>
  );
}
