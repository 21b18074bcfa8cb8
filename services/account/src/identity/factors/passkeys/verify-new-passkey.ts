import type { NewCredential } from '@inlet/contracts/passkeys';
import {
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { keyAlgorithms, type RelyingParty } from '#identity/factors/passkeys/relying-party.ts';

/** The credential that a browser has made for a challenge; null for anything else. */
export async function verifyNewPasskey(
  response: NewCredential,
  challenge: string,
  party: RelyingParty,
): Promise<WebAuthnCredential | null> {
  try {
    if (hasCertificates(response.response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: keyAlgorithms,
      // A key without a PIN is a second step, and never the only one.
      requireUserVerification: false,
    });
    return verified ? registrationInfo.credential : null;
  } catch {
    // The library throws for every answer that is not right, in its own words or in those of a parser.
    return null;
  }
}

/**
 * Whether the answer speaks of the maker of the authenticator. Inlet asks for none of it, so browsers leave it out; the
 * library would read the certificates of a stranger, and fetch the lists that they name.
 */
function hasCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return !(format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined));
}
