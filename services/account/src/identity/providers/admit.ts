import { emailSchema } from '@inlet/contracts/sessions';
import type { Person, PrismaClient } from '@inlet/db/client';
import type { Client } from '#access/caller.ts';
import { findPersonByEmail, lockPerson } from '#access/people.store.ts';
import { isEmailTaken } from '#identity/addresses/is-email-taken.ts';
import { isUsable } from '#identity/invitations/invitations.store.ts';
import type { Admitted, Arrival } from '#identity/providers/arrival.ts';
import { createNewcomer } from '#identity/providers/create-newcomer.ts';
import { findPersonByIdentity, noteIdentityUsed } from '#identity/providers/identities.store.ts';
import { linkIdentity } from '#identity/providers/link-identity.ts';
import { type ProvidedIdentity, SignInRefused } from '#identity/providers/provider.ts';
import { keepWaiting } from '#identity/providers/provider-steps.store.ts';
import { findJoin } from '#identity/workspaces/invite-member.ts';
import type { Resources } from '#resources.ts';

type AdmitDeps = Pick<Resources, 'config' | 'database'>;

/** The person that an identity opens the account of: a known one, a linked one or a new one. Refuses all others. */
export async function admit(deps: AdmitDeps, client: Client, arrival: Arrival): Promise<Admitted> {
  const email = emailOf(arrival.provided);
  requireDomain(deps, arrival, email);
  try {
    return await findOrMake(deps, client, arrival, email);
  } catch (error) {
    // Another sign-in has stored the identity or the address in this moment, so it is found now.
    if (!isEmailTaken(error)) throw error;
    return findOrMake(deps, client, arrival, email);
  }
}

async function findOrMake(deps: AdmitDeps, client: Client, arrival: Arrival, email: string | null): Promise<Admitted> {
  const { prisma } = deps.database;
  const { provider, provided, begun } = arrival;
  const known = await findPersonByIdentity(prisma, provided);
  if (known) {
    await requireInvitation(prisma, begun.joinHash, known.email);
    await noteIdentityUsed(prisma, provided);
    return { person: known, joined: null };
  }
  if (email === null) throw new SignInRefused('no_email');
  if (provider.isPublic && !provided.isVerified) throw new SignInRefused('not_verified');
  await requireInvitation(prisma, begun.joinHash, email);
  const namesake = await findPersonByEmail(prisma, email);
  if (!namesake) return createNewcomer(deps, client, arrival, email);
  return { person: await openExisting(deps, client, arrival, namesake), joined: null };
}

/**
 * An address is no proof: somebody may have claimed it at the provider, or here before its owner came. So the account
 * opens to the operator's word or to the link of an invitation, and only if its own address was proved. Else the
 * identity waits until the person signs in as before.
 */
async function openExisting(deps: AdmitDeps, client: Client, arrival: Arrival, person: Person): Promise<Person> {
  const { config, database } = deps;
  const { provider, provided, browser } = arrival;
  const isProved = person.emailVerifiedAt !== null && (await provesAddress(deps, arrival, person.email));
  if (!isProved) {
    const { issuer, subject } = provided;
    await keepWaiting(database.prisma, browser, person.id, { issuer, subject, name: provider.name });
    const isLocked = config.PASSWORDS === 'off' && person.passwordHash !== null;
    throw new SignInRefused(isLocked ? 'ask_operator' : 'link_first');
  }
  await database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, person.id);
    await linkIdentity(tx, client, person, {
      identity: provided,
      name: provider.name,
      publicUrl: config.PUBLIC_URL,
    });
  });
  return person;
}

/** Whether somebody else than the identity itself says that the address is the person's. */
function provesAddress({ config, database }: AdmitDeps, { provider, begun }: Arrival, email: string): Promise<boolean> {
  if (provider.isOperators && config.OIDC_TRUST_EMAIL === 'on') return Promise.resolve(true);
  // The token was mailed to this address, and the browser that began the sign-in had it. That of an invitation to a
  // workspace was looked at before.
  if (begun.joinHash !== null) return Promise.resolve(true);
  return begun.inviteHash === null ? Promise.resolve(false) : isUsable(database.prisma, begun.inviteHash, email);
}

/** Refuses somebody whose invitation to a workspace is over, or for another address. */
async function requireInvitation(prisma: PrismaClient, joinHash: string | null, email: string): Promise<void> {
  if (joinHash !== null) await findJoin(prisma, joinHash, email);
}

function emailOf({ email }: ProvidedIdentity): string | null {
  return emailSchema.safeParse(email).data ?? null;
}

function requireDomain({ config }: AdmitDeps, { provider, provided }: Arrival, email: string | null): void {
  if (!provider.isOperators || config.OIDC_DOMAINS.length === 0) return;
  if (email === null) throw new SignInRefused('no_email');
  if (!config.OIDC_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1))) {
    throw new SignInRefused('domain_not_allowed');
  }
  if (provider.isPublic && !provided.isVerified) throw new SignInRefused('not_verified');
}
