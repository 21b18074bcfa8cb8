import type { SecondFactorNeeded } from '@inlet/contracts/factors';
import { AuthorizationResponseError } from 'openid-client';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { lockPerson } from '#access/people.store.ts';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { admit } from '#identity/providers/admit.ts';
import { callbackUrl, checksOf } from '#identity/providers/begin-sign-in.ts';
import { linkIdentity } from '#identity/providers/link-identity.ts';
import { linkWaiting } from '#identity/providers/link-waiting.ts';
import { type ProvidedIdentity, type Provider, SignInRefused } from '#identity/providers/provider.ts';
import { type BegunSignIn, findBegun, useBegun } from '#identity/providers/provider-steps.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { deleteSession, findSession } from '#identity/sessions/sessions.store.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';
import { requireSecondFactor } from '#identity/sign-in/second-factor.ts';
import { openAfterJoining } from '#identity/workspaces/open-after-joining.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';

export interface Return {
  readonly provider: Provider;
  /** The cookie of the browser, if it has one. */
  readonly browser: string | null;
  /** The query with which the provider sent the browser back. */
  readonly query: URLSearchParams;
}

/**
 * Finishes a sign-in at a provider: opens a session, or returns what the second step needs, or null where it has linked
 * an identity.
 */
export async function finishSignIn(
  deps: IdentityDeps,
  client: Client,
  { provider, browser, query }: Return,
): Promise<OpenSession | SecondFactorNeeded | null> {
  const state = query.get('state') ?? '';
  const begun = await takeBegun(deps, provider, { state, browser });
  const provided = await askProvider(deps, provider, { query, state, browser: begun.cookie });
  if (begun.personId !== null) {
    await linkChosen(deps, client, provider, provided, { personId: begun.personId, sessionId: begun.sessionId });
    return null;
  }
  const { person, joined } = await admit(deps, client, { provider, provided, begun, browser: begun.cookie });
  deps.background.run('mails of a sign-in with a provider', () => handOverMails(deps));
  const first = { provider: provider.name, joinHash: begun.joinHash ?? undefined };
  // A public provider stands for the password alone. The operator's own issuer asks for the factors that the operator wants.
  const needed = provider.isPublic ? await requireSecondFactor(deps, person, first) : null;
  if (needed) return needed;
  const session = await openAfterJoining(deps, client, person, { ...first, joined });
  const actor = { personId: person.id, name: 'session', ...client };
  await recordPersonal(deps.database.prisma, actor, 'account.signed_in', { provider: provider.name });
  await linkWaiting(deps, client, begun.cookie, person.id);
  await endFormer(deps, client, begun);
  return session;
}

/** Uses up what was begun, once and only in the browser that began it. */
async function takeBegun(
  { database: { prisma } }: IdentityDeps,
  provider: Provider,
  { state, browser }: { readonly state: string; readonly browser: string | null },
): Promise<BegunSignIn & { readonly cookie: string }> {
  const stateHash = hashLinkToken(state);
  const begun = await findBegun(prisma, stateHash);
  if (!begun || begun.provider !== provider.id) throw new SignInRefused('expired');
  if (browser === null || begun.browser !== hashLinkToken(browser)) throw new SignInRefused('other_browser');
  if (!(await useBegun(prisma, stateHash))) throw new SignInRefused('expired');
  return { ...begun, cookie: browser };
}

async function askProvider(
  { config, logger }: IdentityDeps,
  provider: Provider,
  { query, state, browser }: { readonly query: URLSearchParams; readonly state: string; readonly browser: string },
): Promise<ProvidedIdentity> {
  try {
    const callback = new URL(`${callbackUrl(config, provider)}?${query}`);
    return await provider.finish(callback, checksOf(browser, state));
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      logger.info({ provider: provider.id, error: error.error }, 'sign-in with a provider: refused there');
      throw new SignInRefused('denied');
    }
    throw new SignInRefused('provider_failed', error);
  }
}

/** Links an identity for a person that is still signed in as when it began. */
async function linkChosen(
  { background, config, database, producer, sessions }: IdentityDeps,
  client: Client,
  provider: Provider,
  identity: ProvidedIdentity,
  { personId, sessionId }: { readonly personId: string; readonly sessionId: string | null },
): Promise<void> {
  const session = sessionId === null ? null : await sessions.find(sessionId);
  if (session?.person.id !== personId) throw new SignInRefused('expired');
  await database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    await linkIdentity(tx, client, session.person, { identity, name: provider.name, publicUrl: config.PUBLIC_URL });
  });
  background.run('mail that an identity is linked', () => handOverMails({ database, producer }));
}

/** A browser has one session: nobody could end the one whose cookie is replaced. */
async function endFormer({ database: { prisma } }: IdentityDeps, client: Client, { sessionId }: BegunSignIn) {
  const former = sessionId === null ? null : await findSession(prisma, sessionId);
  if (!former) return;
  await prisma.$transaction(async (tx) => {
    await lockPerson(tx, former.personId);
    const actor = { personId: former.personId, name: 'session', ...client };
    if (await deleteSession(tx, former.id)) await recordPersonal(tx, actor, 'account.signed_out');
  });
}
