import { useQuery } from '@tanstack/react-query';
import { useApi, useUser } from '#lib/services.tsx';

/** The members and the API keys of the workspace: each can be the author of an event. */
export function useActors() {
  const api = useApi();
  const { id } = useUser();
  return useQuery({
    queryKey: ['actors', id],
    queryFn: async ({ signal }) => {
      const [{ members }, { apiKeys }] = await Promise.all([
        api.call('listMembers', { path: { id }, signal }),
        api.call('listApiKeys', { signal }),
      ]);
      return { emails: members.map(({ email }) => email), keyNames: [...new Set(apiKeys.map(({ name }) => name))] };
    },
  });
}
