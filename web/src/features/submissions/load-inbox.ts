/** Loads what shows a form's submissions, which the route begins with and the page waits for. */
export const loadInbox = () => import('#features/submissions/components/submission-inbox.tsx');
