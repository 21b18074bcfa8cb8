import { createHash } from 'node:crypto';
import type { Identity } from '@inlet/contracts/identities';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import { lockPerson } from '#access/people.store.ts';
import { identityNotFound, lastWayIn } from '#errors.ts';
import type { Providers } from '#identity/providers/create-providers.ts';
import { deleteIdentities, findIdentities, hasOwnWayIn } from '#identity/providers/identities.store.ts';
import type { Provider } from '#identity/providers/provider.ts';
import type { Resources } from '#resources.ts';

interface MyIdentitiesDeps extends Pick<Resources, 'config' | 'database'> {
  readonly providers: Providers;
}

/** The providers that sign a person in. Two identities of one issuer are one entry. */
export async function listIdentities({ database, providers }: MyIdentitiesDeps, personId: string): Promise<Identity[]> {
  const entries = new Map<string, Identity>();
  for (const { issuer, createdAt, lastUsedAt } of await findIdentities(database.prisma, personId)) {
    const provider = providerOf(providers, issuer);
    const id = idOf(issuer);
    const used = lastUsedAt.toISOString();
    const former = entries.get(id);
    entries.set(id, {
      id,
      provider: provider?.id ?? null,
      name: provider?.name ?? issuer,
      createdAt: former?.createdAt ?? createdAt.toISOString(),
      lastUsedAt: former && former.lastUsedAt > used ? former.lastUsedAt : used,
    });
  }
  return [...entries.values()];
}

/** Has a provider not sign a person in any more, unless nothing else would. */
export async function deleteIdentity(
  { config, database, providers }: MyIdentitiesDeps,
  actor: PersonalActor,
  id: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // The second of two deletions at once sees what the first has left.
    await lockPerson(tx, actor.personId);
    const identities = await findIdentities(tx, actor.personId);
    const issuer = identities.find((identity) => idOf(identity.issuer) === id)?.issuer;
    if (issuer === undefined) throw identityNotFound();
    const isOtherProvider = identities.some((other) => other.issuer !== issuer && providerOf(providers, other.issuer));
    if (!isOtherProvider && !(await hasOwnWayIn(tx, actor.personId, config.PASSWORDS === 'on'))) throw lastWayIn();
    await deleteIdentities(tx, actor.personId, issuer);
    const name = providerOf(providers, issuer)?.name ?? issuer;
    await recordPersonal(tx, actor, 'account.identity_unlinked', { provider: name });
  });
}

/** An issuer is an address, which may end with a slash or not. */
function providerOf(providers: Providers, issuer: string): Provider | undefined {
  return [...providers.values()].find((provider) => new URL(provider.issuer).href === new URL(issuer).href);
}

/** Stands for an issuer in an address. */
function idOf(issuer: string): string {
  return createHash('sha256').update(issuer).digest('base64url').slice(0, 16);
}
