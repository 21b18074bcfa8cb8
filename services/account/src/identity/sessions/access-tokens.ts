import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey } from '@inlet/crypto/derive-key';
import type { Secrets } from '@inlet/process/config';
import type { JWTPayload } from 'jose';
import { JOSEError } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { unauthorized } from '#errors.ts';

export const accessTokenSeconds = 15 * 60;

export interface AccessToken {
  readonly token: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  readonly issue: (userId: string, sessionId: string) => Promise<AccessToken>;
  /** Returns the session of a token; refuses any token that is not valid or not ours. */
  readonly read: (token: string) => Promise<{ readonly sessionId: string }>;
}

const algorithm = 'HS256';
const tokenType = 'at+jwt';
const audience = 'inlet';
/** The length in characters; 96 bits, so that no two keys share a name. */
const keyIdLength = 16;

interface SigningKey {
  /** Identifies the signing key in tokens. It is derived, so the secret determines the name. */
  readonly id: string;
  readonly key: KeyObject;
}

/** Short-lived access tokens: the newest secret signs, and each secret verifies its own signatures. */
export function createAccessTokens(secrets: Secrets): AccessTokens {
  const [newest, ...others] = secrets;
  const signing = signingKey(newest);
  const keys = new Map([signing, ...others.map(signingKey)].map(({ id, key }) => [id, key]));
  return {
    issue: async (userId, sessionId) => {
      const expiresAt = Math.floor(Date.now() / 1_000) + accessTokenSeconds;
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: tokenType, kid: signing.id })
        .setSubject(userId)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(signing.key);
      return { token, expiresAt };
    },
    read: async (token) => {
      const payload = await verify(token, keys);
      return { sessionId: String(payload.sid) };
    },
  };
}

async function verify(token: string, keys: ReadonlyMap<string, KeyObject>): Promise<JWTPayload> {
  const keyOf = ({ kid = '' }: { kid?: string | undefined }) => {
    const key = keys.get(kid);
    if (!key) throw unauthorized();
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [algorithm],
      typ: tokenType,
      audience,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof JOSEError) throw unauthorized();
    throw error;
  }
}

function signingKey(secret: string): SigningKey {
  const id = createHash('sha256').update(`key id:${secret}`).digest('base64url').slice(0, keyIdLength);
  return { id, key: createSecretKey(deriveKey(secret, 'access tokens')) };
}
