import type { PasskeyAnswer } from '@inlet/contracts/passkeys';
import { networkOf } from '@inlet/http/client-address';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { signInsOfNetwork } from '#access/limits/limits.ts';
import { findPerson } from '#access/people.store.ts';
import { invalidPasskey } from '#errors.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { checkPasskey } from '#identity/factors/passkeys/check-passkey.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';

/** Opens a session for the person of a passkey, which is both steps in one: something held, and a finger or a PIN. */
export async function signInByPasskey(
  deps: IdentityDeps & FactorDeps,
  client: Client,
  answer: PasskeyAnswer,
): Promise<OpenSession> {
  const { prisma } = deps.database;
  const counter = { limit: signInsOfNetwork, subject: networkOf(client.address) };
  const passkey = await deps.attempts.guess([counter], () =>
    checkPasskey(deps, answer, { personId: null, mustVerify: true }),
  );
  const person = passkey && (await findPerson(prisma, passkey.personId));
  if (!person) throw invalidPasskey();
  const session = await deps.sessions.open(person, client);
  const actor = { personId: person.id, name: 'session', ...client };
  await recordPersonal(prisma, actor, 'account.signed_in', { passkey: passkey.name });
  return session;
}
