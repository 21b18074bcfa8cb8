import { useId } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { inputClass } from '#components/ui/field.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { DeviceCodeForm } from '#features/api-keys/components/device-code-form.tsx';
import { DeviceRequest } from '#features/api-keys/components/device-request.tsx';
import { useOpenWorkspace, useWorkspaces } from '#lib/person/use-workspaces.ts';
import { useUser } from '#lib/services.tsx';

/** Where a person gives the command line on a machine an API key. */
export function DevicePage() {
  const [query, setQuery] = useSearchParams();
  const code = query.get('code') ?? '';
  return (
    <div className="max-w-[40rem]">
      <PageTitle>Sign in a machine</PageTitle>
      <PageHeader title="Sign in a machine">
        <p className="mt-1 text-pretty text-muted">
          This gives your machine an API key for this workspace. The key has the name of the machine, and you can revoke
          it at any time.
        </p>
      </PageHeader>
      <WorkspaceChoice />
      <ForRole action="keys:manage">
        {code === '' ? (
          <DeviceCodeForm onCode={(typed) => setQuery({ code: typed })} />
        ) : (
          <DeviceRequest key={code} code={code} onAnother={() => setQuery({})} />
        )}
      </ForRole>
    </div>
  );
}

/** For somebody with several workspaces. The page begins again in the one that is chosen. */
function WorkspaceChoice() {
  const id = useId();
  const user = useUser();
  const { pathname, search } = useLocation();
  const { mutate } = useOpenWorkspace(pathname + search);
  const workspaces = useWorkspaces().data ?? [];
  if (workspaces.length < 2) return null;
  return (
    <div className="mb-6">
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        Workspace
      </label>
      <select
        id={id}
        value={user.id}
        onChange={(event) => mutate(event.target.value)}
        className={`${inputClass} min-h-11 sm:min-h-10`}
      >
        {workspaces.map((workspace) => (
          <option key={workspace.id} value={workspace.id}>
            {workspace.name}
          </option>
        ))}
      </select>
    </div>
  );
}
