import type { PasskeyRequest } from '@inlet/contracts/passkeys';
import { createLinkToken } from '#identity/credentials/link-token.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { challengeMs, keepChallenge } from '#identity/factors/passkeys/challenges.ts';
import { findPasskeys } from '#identity/factors/passkeys/passkeys.store.ts';
import { describePasskey } from '#identity/factors/passkeys/present-passkey.ts';
import { relyingParty } from '#identity/factors/passkeys/relying-party.ts';

/**
 * Asks a browser for a passkey: for one of a person that has shown the password, or for any that it knows for this host.
 * A passkey that is the only step must verify the person.
 */
export async function requestPasskey(
  deps: Pick<FactorDeps, 'config' | 'database'>,
  personId: string | null,
): Promise<PasskeyRequest> {
  const rpId = relyingParty(deps).id;
  const passkeys = personId === null ? [] : await findPasskeys(deps.database.prisma, personId);
  const { token: challenge } = createLinkToken();
  await keepChallenge(deps, challenge, { purpose: 'passkey', personId, rpId });
  return {
    challenge,
    rpId,
    allowCredentials: passkeys.filter((passkey) => passkey.rpId === rpId).map(describePasskey),
    userVerification: personId === null ? 'required' : 'preferred',
    timeout: challengeMs,
  };
}
