import * as client from 'openid-client';
import * as z from 'zod';
import { boundedFetch, providerTimeoutSeconds } from '#identity/providers/bounded-fetch.ts';
import type { Provider } from '#identity/providers/provider.ts';

/** The addresses of GitHub. */
export interface GitHubEndpoints {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly api: string;
}

export interface GitHubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly endpoints: GitHubEndpoints;
}

const userSchema = z.object({ id: z.number().int().positive() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).max(1_000);

/** GitHub speaks OAuth 2 with PKCE, and tells the person and the addresses by its API. */
export function createGitHubProvider({ clientId, clientSecret, endpoints }: GitHubSettings): Provider {
  const { issuer, authorize, token, api } = endpoints;
  const server = { issuer, authorization_endpoint: authorize, token_endpoint: token };
  const config = new client.Configuration(server, clientId, undefined, client.ClientSecretPost(clientSecret));
  config[client.customFetch] = boundedFetch;
  config.timeout = providerTimeoutSeconds;
  if (token.startsWith('http:')) client.allowInsecureRequests(config);

  async function read<T>(accessToken: string, path: string, schema: z.ZodType<T>): Promise<T> {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' });
    const response = await client.fetchProtectedResource(
      config,
      accessToken,
      new URL(api + path),
      'GET',
      null,
      headers,
    );
    if (!response.ok) throw new Error(`GitHub returned ${response.status} for ${path}`);
    return schema.parse(await response.json());
  }

  return {
    id: 'github',
    name: 'GitHub',
    issuer,
    isOperators: false,
    isPublic: true,
    begin: async (callbackUrl, { state, codeVerifier }) =>
      client.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: 'user:email',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    finish: async (callback, { state, codeVerifier }) => {
      const { access_token } = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      });
      const [{ id }, emails] = await Promise.all([
        read(access_token, '/user', userSchema),
        read(access_token, '/user/emails?per_page=100', emailsSchema),
      ]);
      const primary = emails.find((email) => email.primary);
      return { issuer, subject: String(id), email: primary?.email ?? null, isVerified: primary?.verified ?? false };
    },
  };
}
