import type { PasskeyAnswer } from '@inlet/contracts/passkeys';
import type { Passkey } from '@inlet/db/client';
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { useChallenge } from '#identity/factors/passkeys/challenges.ts';
import { findByCredential, notePasskeyUse } from '#identity/factors/passkeys/passkeys.store.ts';
import { relyingParty } from '#identity/factors/passkeys/relying-party.ts';
import { userHandleOf } from '#identity/factors/passkeys/user-handle.ts';

export interface PasskeyCheck {
  /** The person that must own the passkey; null where the passkey says who signs in. */
  readonly personId: string | null;
  /** Whether the authenticator must have verified the person, by a fingerprint or a PIN for example. */
  readonly mustVerify: boolean;
}

/** The passkey that an answer proves; null for an answer that proves none. A challenge is used up in any case. */
export async function checkPasskey(
  deps: Pick<FactorDeps, 'config' | 'database'>,
  answer: PasskeyAnswer,
  { personId, mustVerify }: PasskeyCheck,
): Promise<Passkey | null> {
  const { prisma } = deps.database;
  const used = await useChallenge(deps, answer.response.clientDataJSON, { purpose: 'passkey', personId });
  const passkey = used && (await findByCredential(prisma, answer.id));
  if (!passkey || (personId !== null && passkey.personId !== personId)) return null;
  const { userHandle } = answer.response;
  if (userHandle && userHandle !== userHandleOf(passkey.personId)) return null;
  const counter = await verifiedCounter(deps, answer, passkey, { challenge: used.challenge, mustVerify });
  return counter !== null && (await notePasskeyUse(prisma, passkey.id, counter)) ? passkey : null;
}

/** The counter in a signed answer; null for an answer that is not signed by the passkey for this website. */
async function verifiedCounter(
  deps: Pick<FactorDeps, 'config'>,
  answer: PasskeyAnswer,
  passkey: Passkey,
  { challenge, mustVerify }: { readonly challenge: string; readonly mustVerify: boolean },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty(deps).origin,
      expectedRPID: passkey.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: passkey.publicKey,
        counter: Number(passkey.counter),
      },
      requireUserVerification: mustVerify,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for every answer that is not right, in its own words or in those of a parser.
    return null;
  }
}
