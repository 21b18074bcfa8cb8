import { listen } from '@inlet/http/server';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { anotherApp, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import type { AccountDeps } from '#account-deps.ts';
import { openBrowser, type TestBrowser } from '#identity/providers/browser.test-setup.ts';
import { createProviders } from '#identity/providers/create-providers.ts';
import { startGitHub, type TestGitHub } from '#identity/providers/github.test-setup.ts';
import { startIssuer, type TestIssuer, testClientId, testClientSecret } from '#identity/providers/issuer.test-setup.ts';
import type { Provider } from '#identity/providers/provider.ts';

export const publicUrl = 'http://localhost:8080';

export interface TestProviders {
  readonly account: TestAccount;
  /** The operator's own issuer. */
  readonly own: TestIssuer;
  readonly google: TestIssuer;
  readonly github: TestGitHub;
  readonly newBrowser: () => TestBrowser;
  /** Calls the management API with the method and path, as a person with this token. */
  readonly ask: (request: string, token: string) => Promise<Response>;
}

/** The account service with three providers on this machine. */
export async function startProviders(
  settings: Readonly<Record<string, string>> = {},
  instead: Partial<AccountDeps> = {},
  ofOwn: Partial<Provider> = {},
): Promise<TestProviders> {
  const callback = (id: string) => `${publicUrl}/api/auth/oidc/${id}/callback`;
  const own = await closeWithTest(startIssuer(callback('oidc')), (issuer) => issuer.close());
  const google = await closeWithTest(startIssuer(callback('google'), { claimsIn: 'token' }), (issuer) =>
    issuer.close(),
  );
  const github = await closeWithTest(startGitHub(), (server) => server.close());
  const env = {
    OIDC_ISSUER: own.url,
    OIDC_CLIENT_ID: testClientId,
    OIDC_CLIENT_SECRET: testClientSecret,
    OIDC_NAME: 'Example',
    GOOGLE_CLIENT_ID: testClientId,
    GOOGLE_CLIENT_SECRET: testClientSecret,
    GITHUB_CLIENT_ID: testClientId,
    GITHUB_CLIENT_SECRET: testClientSecret,
    ...settings,
  };
  const account = await closeWithTest(startTestAccount(env), (opened) => opened.close());
  const deps = { ...account.deps, database: account.serviceDatabase };
  const made = createProviders(deps.config, { google: google.url, github: github.endpoints });
  const providers = new Map([...made].map(([id, provider]) => [id, { ...provider, ...(id === 'oidc' && ofOwn) }]));
  const app = anotherApp(deps, { providers, ...instead });
  const server = await closeWithTest(listen(app, { host: '127.0.0.1', port: 0 }), (opened) => opened.close());
  const url = `http://127.0.0.1:${server.port}`;
  const ask = (request: string, token: string) => {
    const [method = '', path = ''] = request.split(' ');
    return fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } });
  };
  return { account, own, google, github, newBrowser: () => openBrowser(publicUrl, url), ask };
}
