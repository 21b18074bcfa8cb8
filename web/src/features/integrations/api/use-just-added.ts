import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { justAddedKey } from '#features/integrations/api/target-keys.ts';

/** What only the page that follows the adding may know. It is in the memory of the page, and a reload loses it. */
export interface JustAdded {
  readonly secret: string;
  /** Why the stored submissions are not sent, if they were to be. */
  readonly replayFailure: string | null;
}

/** Takes what is known of an integration that was added a moment ago; null later, and after a reload. */
export function useJustAdded(targetId: string): JustAdded | null {
  const queryClient = useQueryClient();
  const queryKey = justAddedKey(targetId);
  const [added] = useState(() => queryClient.getQueryData<JustAdded>(queryKey) ?? null);
  useEffect(() => queryClient.removeQueries({ queryKey: justAddedKey(targetId) }), [queryClient, targetId]);
  return added;
}
