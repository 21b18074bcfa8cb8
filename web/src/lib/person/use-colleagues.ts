import type { Member } from '@inlet/contracts/workspaces';
import { useQuery } from '@tanstack/react-query';
import { useApi, useUser } from '#lib/services.tsx';

const membersFreshMs = 60_000;

/** The members of the workspace; none until they are read, and for a person who works alone. */
export function useColleagues(): readonly Member[] {
  const api = useApi();
  const { id, personId } = useUser();
  const { data } = useQuery({
    // The same as the list of the settings, which a change of the members reads again.
    queryKey: ['members', id],
    queryFn: ({ signal }) => api.call('listMembers', { path: { id }, signal }),
    enabled: personId !== null,
    staleTime: membersFreshMs,
  });
  const members = data?.members ?? [];
  return members.length > 1 ? members : [];
}

/** The members that see a form. */
export function useFormMembers(formId: string): readonly Member[] {
  return useColleagues().filter(({ allForms, formIds }) => allForms || formIds.includes(formId));
}
