import { createHmac } from 'node:crypto';
import { networkOf } from '@inlet/http/client-address';
import type { Client } from '#access/caller.ts';
import { providerSignInsOfNetwork } from '#access/limits/limits.ts';
import { createLinkToken, hashLinkToken } from '#identity/credentials/link-token.ts';
import { isFresh } from '#identity/first-account/first-account.store.ts';
import { isFirstAccountToken } from '#identity/first-account/first-account-token.ts';
import { type Checks, type Provider, SignInRefused } from '#identity/providers/provider.ts';
import { insertBegun } from '#identity/providers/provider-steps.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { Resources } from '#resources.ts';

export interface Beginning {
  readonly provider: Provider;
  /** The cookie of the browser. */
  readonly browser: string;
  /** The person that links an identity. */
  readonly personId: string | null;
  /** The session that the browser has. */
  readonly sessionId: string | null;
  readonly invite?: string | undefined;
  readonly join?: string | undefined;
}

/** Begins a sign-in at a provider, and returns the page there. Only the browser with this cookie can finish it. */
export async function beginSignIn(
  deps: Pick<IdentityDeps, 'attempts' | 'config' | 'database'>,
  client: Client,
  { provider, browser, personId, sessionId, invite, join }: Beginning,
): Promise<URL> {
  const { config, database } = deps;
  await deps.attempts.take([{ limit: providerSignInsOfNetwork, subject: networkOf(client.address) }]);
  const { token: state, tokenHash } = createLinkToken();
  const url = await provider.begin(callbackUrl(config, provider), checksOf(browser, state)).catch((error: unknown) => {
    throw new SignInRefused('provider_failed', error);
  });
  const isFirst = invite !== undefined && isFirstAccountToken(config, invite) && (await isFresh(database.prisma));
  await insertBegun(database.prisma, tokenHash, {
    provider: provider.id,
    browser: hashLinkToken(browser),
    personId,
    sessionId,
    inviteHash: invite === undefined ? null : hashLinkToken(invite),
    joinHash: join === undefined ? null : hashLinkToken(join),
    isFirst,
  });
  return url;
}

/** Where the provider sends the browser back to; the operator enters it there. */
export function callbackUrl({ PUBLIC_URL }: Pick<Resources['config'], 'PUBLIC_URL'>, { id }: Pick<Provider, 'id'>) {
  return `${PUBLIC_URL}/api/auth/oidc/${id}/callback`;
}

/** Follows from the cookie and the state together, so neither the database nor the address is enough. */
export function checksOf(browser: string, state: string): Checks {
  const derive = (use: string) => createHmac('sha256', browser).update(`${use}:${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}
