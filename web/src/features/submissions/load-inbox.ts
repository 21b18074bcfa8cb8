import type { SubmissionInbox } from '#features/submissions/components/inbox/submission-inbox.tsx';

let loaded: typeof SubmissionInbox | null = null;

/** The inbox of a form, once it is loaded. */
export const loadedInbox = () => loaded;

/** Loads the inbox of a form. The route starts it, and the page waits for it. */
export async function loadInbox(): Promise<typeof SubmissionInbox> {
  const inbox = await import('#features/submissions/components/inbox/submission-inbox.tsx');
  loaded = inbox.SubmissionInbox;
  return loaded;
}
