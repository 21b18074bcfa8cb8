import type { ProviderId } from '@inlet/contracts/identities';
import { createGitHubProvider, type GitHubEndpoints } from '#identity/providers/github-provider.ts';
import { createOpenIdProvider } from '#identity/providers/open-id-provider.ts';
import type { Provider } from '#identity/providers/provider.ts';
import type { ProviderEnv } from '#identity/providers/provider-env.ts';
import { isPublicIssuer } from '#identity/providers/public-issuers.ts';

/** Where the public providers are. Only a test passes others. */
export interface PublicEndpoints {
  readonly google: string;
  readonly github: GitHubEndpoints;
}

const publicEndpoints: PublicEndpoints = {
  google: 'https://accounts.google.com',
  github: {
    issuer: 'https://github.com/login/oauth',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    api: 'https://api.github.com',
  },
};

/** The providers of an installation, in the order of their buttons. */
export type Providers = ReadonlyMap<ProviderId, Provider>;

/** Makes the providers that the settings name. Nothing is asked before somebody signs in. */
export function createProviders(env: ProviderEnv, { google, github } = publicEndpoints): Providers {
  const providers: Provider[] = [];
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env;
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    providers.push(
      createOpenIdProvider({
        id: 'oidc',
        name: OIDC_NAME,
        issuer: OIDC_ISSUER,
        clientId: OIDC_CLIENT_ID,
        clientSecret: OIDC_CLIENT_SECRET,
        isOperators: true,
        isPublic: isPublicIssuer(OIDC_ISSUER),
      }),
    );
  }
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = env;
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    providers.push(
      createOpenIdProvider({
        id: 'google',
        name: 'Google',
        issuer: google,
        clientId: GOOGLE_CLIENT_ID,
        clientSecret: GOOGLE_CLIENT_SECRET,
        isOperators: false,
        isPublic: true,
      }),
    );
  }
  if (GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET) {
    const settings = { clientId: GITHUB_CLIENT_ID, clientSecret: GITHUB_CLIENT_SECRET, endpoints: github };
    providers.push(createGitHubProvider(settings));
  }
  return new Map(providers.map((provider) => [provider.id, provider]));
}
