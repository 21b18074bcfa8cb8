import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** How long a person is told what becomes of a test mail. */
export const watchedMs = 60_000;
const refreshMs = 1_000;
const ended: readonly string[] = ['refused', 'suppressed', 'bounced'];

/** What becomes of a test mail, for a minute: a mail that was taken may still bounce. */
export function useTestMail({ id, sentAtMs }: { readonly id: string; readonly sentAtMs: number }) {
  const api = useApi();
  return useQuery({
    queryKey: ['test-mail', id],
    async queryFn({ signal }) {
      const mail = await api.call('readTestMail', { path: { id }, signal });
      return { ...mail, isWatched: Date.now() - sentAtMs < watchedMs && !ended.includes(mail.state) };
    },
    refetchInterval: ({ state }) => (state.data?.isWatched === false ? false : refreshMs),
    gcTime: 0,
  });
}
