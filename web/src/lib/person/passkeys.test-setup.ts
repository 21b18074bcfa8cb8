import { vi } from 'vitest';

/** Has the browser of a test answer for an authenticator. */
export function giveAuthenticator(answer: 'signs' | 'refuses' = 'signs') {
  const asked = { get: 0, create: 0 };
  const bytes = () => new Uint8Array([1, 2, 3]).buffer;
  const credential = {
    id: 'AQID',
    rawId: bytes(),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
  };
  const assertion = { clientDataJSON: bytes(), authenticatorData: bytes(), signature: bytes(), userHandle: null };
  const attestation = { clientDataJSON: bytes(), attestationObject: bytes(), getTransports: () => ['internal'] };
  const respond = async (kind: 'get' | 'create', response: object) => {
    asked[kind] += 1;
    if (answer === 'refuses') throw new DOMException('The person said no', 'NotAllowedError');
    return { ...credential, response };
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    credentials: { get: () => respond('get', assertion), create: () => respond('create', attestation) },
  });
  return asked;
}

export const passkeyRequest = {
  challenge: 'AAAA',
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
  timeout: 60_000,
};

export const passkeyCreation = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Inlet' },
  user: { id: 'AQID', name: 'ada@example.com', displayName: 'ada@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
  timeout: 60_000,
};
