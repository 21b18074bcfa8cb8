import type { NewCredential, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@inlet/contracts/passkeys';
import { BrowserError } from '#lib/http.ts';

/** False in an old browser, and on a page without encryption. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Has the browser ask for a passkey. The library is loaded with the first one. */
export async function readPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer = await startAuthentication({ optionsJSON: options as never }).catch(explain);
  return answer as unknown as PasskeyAnswer;
}

/** Has the browser make a passkey. */
export async function makePasskey(options: PasskeyCreation): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const created = await startRegistration({ optionsJSON: options as never }).catch(explain);
  return created as unknown as NewCredential;
}

/** Browsers tell a page little about a failure, so that it learns nothing about the person's passkeys. */
function explain(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  const message = isKnown
    ? 'This device has a passkey for your account already.'
    : 'Your browser returned no passkey. Try again, or choose another way.';
  throw new BrowserError(message, { cause: error });
}
