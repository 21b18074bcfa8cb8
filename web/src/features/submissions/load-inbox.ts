/** Loads the inbox of a form. The route starts it, and the page waits for it. */
export const loadInbox = () => import('#features/submissions/components/submission-inbox.tsx');
