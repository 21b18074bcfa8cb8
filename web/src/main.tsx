import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { followSubscription } from '#app/follow-subscription.ts';
import { forgetDataWithSession } from '#app/forget-data.ts';
import { createQueryClient } from '#app/query-client.ts';
import { createAppRouter } from '#app/router.tsx';
import { createApiClient } from '#lib/api-client.ts';
import { browserSessionDeps } from '#lib/browser-session.ts';
import { createSessionStore } from '#lib/session.ts';
import '#styles/app.css';

const deps = browserSessionDeps();
const session = createSessionStore(deps);
const api = createApiClient({ fetch: deps.fetch, session });
const queryClient = createQueryClient();
const leaveTo = (url: string) => window.location.assign(url);

forgetDataWithSession(session, queryClient);
followSubscription({ queryClient, session, api });
void session.start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

createRoot(root).render(
  <StrictMode>
    <App services={{ session, api, leaveTo }} queryClient={queryClient} router={createAppRouter()} />
  </StrictMode>,
);
