import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { justAddedKey } from '#features/integrations/api/target-keys.ts';

/**
 * Data for the page that follows the creation of an integration. It is only in the page's memory, and a reload loses
 * it.
 */
export interface JustAdded {
  readonly secret: string;
  /** The reason why stored submissions are not sent although that was requested. */
  readonly replayFailure: string | null;
}

/** Takes the data of an integration that was just added; null later, and after a reload. */
export function useJustAdded(targetId: string): JustAdded | null {
  const queryClient = useQueryClient();
  const queryKey = justAddedKey(targetId);
  const [added] = useState(() => queryClient.getQueryData<JustAdded>(queryKey) ?? null);
  useEffect(() => queryClient.removeQueries({ queryKey: justAddedKey(targetId) }), [queryClient, targetId]);
  return added;
}
