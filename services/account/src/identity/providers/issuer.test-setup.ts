import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export const testClientId = 'inlet';
export const testClientSecret = 'the secret of a test client';

/** What an issuer says of a person. */
export interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** Changes what an issuer says. */
export type Lie = (said: Readonly<Record<string, unknown>>) => Promise<object>;

export interface TestIssuer {
  readonly url: string;
  /** Has the next sign-in be that of a person. */
  readonly signInAs: (subject: string, claims: Claims) => void;
  /** Has the next sign-in be refused by the person. */
  readonly refuse: () => void;
  /** Has the issuer say something else at a path than it would. */
  readonly lieAt: (path: string, lie: Lie) => void;
  /** Its key for signatures. */
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  readonly close: () => Promise<void>;
}

let keys: Promise<Configuration['jwks']> | undefined;

/** A real provider of OpenID Connect on this machine, whose login page nobody has to fill in. */
export async function startIssuer(
  callbackUrl: string,
  options: { readonly claimsIn?: 'token' } = {},
): Promise<TestIssuer> {
  keys ??= makeKeys();
  const jwks = await keys;
  let person: { readonly subject: string; readonly claims: Claims } | null = null;
  const known = new Map<string, Claims>();
  const lies = new Map<string, Lie>();
  const server = await open(async (request, response) => {
    const lie = lies.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (lie) changeAnswer(response, lie);
    if (!request.url?.startsWith('/interaction/')) return void (await answer(request, response));
    await provider.interactionFinished(request, response, {
      ...(person ? { login: { accountId: person.subject } } : { error: 'access_denied' }),
    });
  });
  const provider = new Provider(server.url, {
    clients: [
      {
        client_id: testClientId,
        client_secret: testClientSecret,
        redirect_uris: [callbackUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    ...(jwks && { jwks }),
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: options.claimsIn !== 'token',
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...known.get(accountId) }),
    }),
    // Nobody is asked whether the client may know the address.
    loadExistingGrant: async ({ oidc }) => {
      const known = oidc.session?.grantIdFor(testClientId);
      if (known) return oidc.provider.Grant.find(known);
      const grant = new oidc.provider.Grant({ clientId: testClientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  return {
    url: server.url,
    signInAs: (subject, claims) => {
      known.set(subject, claims);
      person = { subject, claims };
    },
    refuse: () => {
      person = null;
    },
    lieAt: (path, lie) => lies.set(path, lie),
    key: await importJWK(jwks?.keys[0] as JWK, 'RS256'),
    close: server.close,
  };
}

/** The whole answer is known when it ends, as it is one text of JSON. */
function changeAnswer(response: ServerResponse, lie: Lie): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((text: string | Buffer) => {
    void lie(JSON.parse(String(text))).then((changed) => {
      const body = JSON.stringify(changed);
      response.setHeader('content-length', Buffer.byteLength(body));
      end(body);
    });
    return response;
  }) as typeof response.end;
}

async function makeKeys(): Promise<Configuration['jwks']> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] } as Configuration['jwks'];
}

/** A server on a free port of this machine. */
export async function open(listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
