import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { followSubscription } from '#app/follow-subscription.ts';
import { forgetDataWithSession } from '#app/forget-data.ts';
import { createQueryClient } from '#app/query-client.ts';
import { recoverWithConnection } from '#app/recover-connection.ts';
import { freeToLoad, reloadAfterRelease } from '#app/reload-after-release.ts';
import { createAppRouter } from '#app/router.tsx';
import { noteReturn } from '#features/auth/return-from-provider.ts';
import { createApiClient } from '#lib/api-client.ts';
import { browserConnectionDeps } from '#lib/browser-connection.ts';
import { browserSessionDeps } from '#lib/browser-session.ts';
import { createConnection } from '#lib/connection.ts';
import { createSessionStore } from '#lib/session.ts';
import '#styles/app.css';

const connection = createConnection(browserConnectionDeps());
const { fetch } = connection;
const sessionDeps = browserSessionDeps();
noteReturn(window.location, sessionDeps.presence);
const session = createSessionStore({ ...sessionDeps, fetch });
const api = createApiClient({ fetch, session });
const queryClient = createQueryClient();
const leaveTo = (url: string) => window.location.assign(url);

forgetDataWithSession(session, queryClient);
followSubscription({ queryClient, session, api });
recoverWithConnection({ connection, session, queryClient });
void session.start();

const router = createAppRouter();
reloadAfterRelease({
  ...{ window, connection, storage: () => window.sessionStorage, leaveTo },
  freeToLoad: () => freeToLoad(router.state, document),
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

createRoot(root).render(
  <StrictMode>
    <App services={{ session, api, connection, leaveTo }} queryClient={queryClient} router={router} />
  </StrictMode>,
);
