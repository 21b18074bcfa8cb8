import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Seconds that a code lasts. */
const period = 30;
/** Steps before and after the present one whose code is right: clocks differ, and people type. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const digits = 6;
const sixDigits = /^\d{6}$/;

/** A new secret in base 32. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an authenticator app reads. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** A QR code as a picture that a page may show without more. */
export function qrOf(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 2 })).toString('base64')}`;
}

/** The time step whose code was given; null for a code that is not right now. */
export function stepOf(secret: string, code: string, nowMs = Date.now()): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!sixDigits.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window });
  return delta === null ? null : Math.floor(nowMs / 1_000 / period) + delta;
}

function totpOf(secret: string, label?: string): TOTP {
  // Apps know no other algorithm for sure.
  const fixed = { issuer: 'Inlet', algorithm: 'SHA1', digits, period } as const;
  return new TOTP({ ...fixed, secret: Secret.fromBase32(secret), ...(label !== undefined && { label }) });
}
