import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspaces, workspacesKey } from '#lib/person/use-workspaces.ts';
import { reloadUser } from '#lib/reload-user.ts';
import { useApi, useLeaveTo, useSession, useUser } from '#lib/services.tsx';

/** The workspace that the page is about; undefined until it is read. */
export function useCurrentWorkspace() {
  const { id } = useUser();
  const query = useWorkspaces();
  return { query, workspace: query.data?.find((workspace) => workspace.id === id) };
}

/** Makes a workspace and opens it. */
export function useCreateWorkspace() {
  const api = useApi();
  const leaveTo = useLeaveTo();
  return useMutation({
    async mutationFn(name: string) {
      const { id } = await api.call('createWorkspace', { body: { name } });
      await api.call('useWorkspace', { path: { id } });
    },
    onSuccess: () => leaveTo('/dashboard'),
  });
}

interface WorkspaceChange {
  readonly name?: string;
  readonly billingEmail?: string;
  readonly requireSecondFactor?: boolean;
}

export function useUpdateWorkspace() {
  const api = useApi();
  const session = useSession();
  const queryClient = useQueryClient();
  const { id } = useUser();
  return useMutation({
    mutationFn: (body: WorkspaceChange) => api.call('updateWorkspace', { path: { id }, body }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: workspacesKey });
      // The name stands in the session as well.
      await reloadUser(api, session).catch(() => undefined);
    },
  });
}

export function useDeleteWorkspace() {
  const api = useApi();
  const leaveTo = useLeaveTo();
  const { id } = useUser();
  return useMutation({
    mutationFn: () => api.call('deleteWorkspace', { path: { id } }),
    onSuccess: () => leaveTo('/dashboard'),
  });
}
