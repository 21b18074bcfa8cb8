import type { User } from '@inlet/db/client';
import { runOn } from '@inlet/db/run-sql';
import { markAsSpam } from '#inbox/submissions/change.store.ts';
import { createRelease, type ReleaseDeps } from '#inbox/submissions/release-submissions.ts';

export type MarkSubmissions = (user: User, formId: string, ids: readonly string[], isSpam: boolean) => Promise<number>;

/** Moves submissions into the spam folder or out of it, and answers how many were in the other one. */
export function createMarking(deps: ReleaseDeps): MarkSubmissions {
  const release = createRelease(deps);
  return (user, formId, ids, isSpam) =>
    isSpam ? markAsSpam(runOn(deps.database.pool), { formId, ids }) : release(user, formId, ids);
}
