import type { Person, Prisma } from '@inlet/db/client';
import { identityLinkedMail } from '@inlet/mail/mails/identity-linked-mail';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { findPersonByIdentity, type IdentityKey, insertIdentity } from '#identity/providers/identities.store.ts';
import { SignInRefused } from '#identity/providers/provider.ts';
import { keepMail } from '#mail/keep-mail.ts';

export interface NewLink {
  readonly identity: IdentityKey;
  /** The name of the provider. */
  readonly name: string;
  readonly publicUrl: string;
}

/** Has an identity open the account of a person, and tells the person. Returns whether that is new. */
export async function linkIdentity(
  tx: Prisma.TransactionClient,
  client: Client,
  person: Pick<Person, 'id' | 'email'>,
  { identity, name, publicUrl }: NewLink,
): Promise<boolean> {
  const owner = await findPersonByIdentity(tx, identity);
  if (owner && owner.id !== person.id) throw new SignInRefused('identity_taken');
  if (owner) return false;
  await insertIdentity(tx, identity, person.id);
  const actor = { personId: person.id, name: 'session', ...client };
  await recordPersonal(tx, actor, 'account.identity_linked', { provider: name });
  await keepMail(tx, identityLinkedMail(person.email, publicUrl, name));
  return true;
}
