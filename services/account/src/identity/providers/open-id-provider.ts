import type { ProviderId } from '@inlet/contracts/identities';
import * as client from 'openid-client';
import { boundedFetch, providerTimeoutSeconds } from '#identity/providers/bounded-fetch.ts';
import { type ProvidedIdentity, type Provider, SignInRefused } from '#identity/providers/provider.ts';

export interface OpenIdSettings {
  readonly id: ProviderId;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly isOperators: boolean;
  readonly isPublic: boolean;
}

/** Providers rarely change their description; their keys are read again by themselves. */
const descriptionMs = 60 * 60_000;

/** A provider that speaks OpenID Connect: authorization code, PKCE, state and nonce. */
export function createOpenIdProvider(settings: OpenIdSettings): Provider {
  const { id, name, issuer, isOperators, isPublic } = settings;
  const describe = keepFor(descriptionMs, () => discover(settings));
  return {
    id,
    name,
    issuer,
    isOperators,
    isPublic,
    begin: async (callbackUrl, { state, nonce, codeVerifier }) =>
      client.buildAuthorizationUrl(await describe(), {
        redirect_uri: callbackUrl,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    finish: async (callback, { state, nonce, codeVerifier }) => {
      const config = await describe();
      const tokens = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new SignInRefused('provider_failed');
      return identityOf(claims, await findEmail(config, claims, tokens.access_token));
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  const url = new URL(issuer);
  const needsHttp = url.protocol === 'http:';
  return client.discovery(url, clientId, undefined, authenticateBy(clientSecret), {
    [client.customFetch]: boundedFetch,
    timeout: providerTimeoutSeconds,
    // The signature of each ID token is checked, although it comes from the issuer itself.
    execute: [client.enableNonRepudiationChecks, ...(needsHttp ? [client.allowInsecureRequests] : [])],
  });
}

/** Providers differ in how they decode a secret in the header, so it goes into the body wherever that is known. */
function authenticateBy(secret: string): client.ClientAuth {
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, metadata, body, headers) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = known.includes('client_secret_post') ? inBody : inHeader;
    return authenticate(server, metadata, body, headers);
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** Where the ID token has no address, the provider tells it separately. */
async function findEmail(config: client.Configuration, claims: client.IDToken, accessToken: string): Promise<Claims> {
  const isTold = claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined;
  return isTold ? claims : client.fetchUserInfo(config, accessToken, claims.sub);
}

function identityOf({ iss, sub }: client.IDToken, { email, email_verified }: Claims): ProvidedIdentity {
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email : null,
    // Some providers write it as a text.
    isVerified: email_verified === true || email_verified === 'true',
  };
}

/** Keeps a result for some time, for all callers. A failure is kept for those alone that wait for it. */
function keepFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    if (kept && Date.now() < kept.untilMs) return kept.value;
    const value = make();
    const made = { value, untilMs: Date.now() + ms };
    kept = made;
    value.catch(() => {
      if (kept === made) kept = undefined;
    });
    return value;
  };
}
