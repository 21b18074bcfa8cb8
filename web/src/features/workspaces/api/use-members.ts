import type { Role } from '@inlet/contracts/roles';
import type { MemberList } from '@inlet/contracts/workspaces';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi, useLeaveTo, useUser } from '#lib/services.tsx';

/** What a member or an invitation is for. */
export interface Seat {
  readonly role: Role;
  readonly allForms: boolean;
  readonly formIds: readonly string[];
}

const membersKey = (id: string) => ['members', id] as const;

export function useMembers() {
  const api = useApi();
  const { id } = useUser();
  return useQuery({
    queryKey: membersKey(id),
    queryFn: ({ signal }): Promise<MemberList> => api.call('listMembers', { path: { id }, signal }),
  });
}

/** A change of the members, after which the list is read again. */
function useMemberChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  const { id } = useUser();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersKey(id) }),
  });
}

export function useUpdateMember() {
  const api = useApi();
  const { id } = useUser();
  return useMemberChange(({ personId, formIds, ...seat }: Seat & { readonly personId: string }) =>
    api.call('updateMember', { path: { id, personId }, body: { ...seat, formIds: [...formIds] } }),
  );
}

/** Invites somebody; a second invitation of an address replaces the first one. */
export function useInviteMember() {
  const api = useApi();
  const { id } = useUser();
  return useMemberChange(({ formIds, ...seat }: Seat & { readonly email: string }) =>
    api.call('inviteMember', { path: { id }, body: { ...seat, formIds: [...formIds] } }),
  );
}

export function useWithdrawInvitation() {
  const api = useApi();
  const { id } = useUser();
  return useMemberChange((invitationId: string) => api.call('withdrawInvitation', { path: { id, invitationId } }));
}

export function useRemoveMember() {
  const api = useApi();
  const { id } = useUser();
  return useMemberChange(({ personId, keepKeys }: { readonly personId: string; readonly keepKeys: boolean }) =>
    api.call('removeMember', { path: { id, personId }, query: { keepKeys: String(keepKeys) } }),
  );
}

/** Leaves the workspace; the app begins again in another one. */
export function useLeaveWorkspace() {
  const api = useApi();
  const leaveTo = useLeaveTo();
  const { id, personId } = useUser();
  return useMutation({
    mutationFn: () => api.call('removeMember', { path: { id, personId: personId ?? '' } }),
    onSuccess: () => leaveTo('/dashboard'),
  });
}

/** The forms that a member can be limited to. */
export function useFormNames() {
  const api = useApi();
  return useQuery({
    queryKey: ['form-names'],
    queryFn: async ({ signal }) => (await api.call('listForms', { signal })).forms,
  });
}
