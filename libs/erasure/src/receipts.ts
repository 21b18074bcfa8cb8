import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { deriveKey } from '@inlet/crypto/derive-key';
import type { Secrets } from '@inlet/process/config';

/** A public key as a JSON Web Key (RFC 8037), and for openssl. */
export interface ReceiptKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
  readonly pem: string;
}

/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the public keys of all secrets of ENCRYPTION_KEYS. The first one verifies new receipts. */
export function receiptKeys(secrets: Secrets): ReceiptKey[] {
  return secrets.map((secret) => publicKey(privateKey(secret)));
}

/** Signs claims as a compact JWS (RFC 7515, RFC 8037). */
export function signReceipt(secrets: Secrets, claims: object): string {
  const key = privateKey(secrets[0]);
  const header = { alg: 'EdDSA', typ: 'JWT', kid: publicKey(key).kid };
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`;
}

function privateKey(secret: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([pkcs8Head, deriveKey(secret, 'receipts')]),
    format: 'der',
    type: 'pkcs8',
  });
}

function publicKey(privateOne: KeyObject): ReceiptKey {
  const key = createPublicKey(privateOne);
  const { x = '' } = key.export({ format: 'jwk' });
  // The key id is the thumbprint of RFC 7638.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  const pem = key.export({ format: 'pem', type: 'spki' }).toString();
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig', pem };
}
