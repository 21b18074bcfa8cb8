import type { SubmissionInbox } from '#features/submissions/components/inbox/submission-inbox.tsx';

let loaded: typeof SubmissionInbox | null = null;

/** The code of the inbox, once it is loaded. */
export const loadedInbox = () => loaded;

/** Loads the code of the inbox. The route starts it, and the page waits for it. */
export async function loadInbox(): Promise<typeof SubmissionInbox> {
  const inbox = await import('#features/submissions/components/inbox/submission-inbox.tsx');
  loaded = inbox.SubmissionInbox;
  return loaded;
}
