import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#lib/services.tsx';

const refreshMs = 1_000;
/** A check takes ten seconds at most, and waits for a worker before. */
const usualMs = 30_000;

/** What receivers of mails see; the worker asks the DNS if nobody has asked for some minutes. */
export function useMailCheck() {
  const api = useApi();
  const [openedMs] = useState(() => Date.now());
  const query = useQuery({
    queryKey: ['mail-check'],
    queryFn: ({ signal }) => api.call('checkMail', { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? refreshMs : false),
  });
  return { ...query, isLate: query.dataUpdatedAt - openedMs > usualMs };
}
