import { createSecretKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { unauthorized } from '#errors.ts';

export const accessTokenSeconds = 15 * 60;

export interface AccessToken {
  readonly token: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  readonly issue: (userId: string, sessionId: string) => Promise<AccessToken>;
  /** The session that a token belongs to; refuses every token that is not a valid one of ours. */
  readonly read: (token: string) => Promise<{ readonly sessionId: string }>;
}

const algorithm = 'HS256';
const tokenType = 'at+jwt';
const audience = 'inlet';

/** Short-lived proof of who is asking. */
export function createAccessTokens(secret: string): AccessTokens {
  const key = createSecretKey(Buffer.from(secret));
  return {
    issue: async (userId, sessionId) => {
      const expiresAt = Math.floor(Date.now() / 1_000) + accessTokenSeconds;
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: tokenType })
        .setSubject(userId)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt };
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          typ: tokenType,
          audience,
          requiredClaims: ['sub', 'sid', 'exp'],
        });
        return { sessionId: String(payload.sid) };
      } catch (error) {
        if (error instanceof errors.JOSEError) throw unauthorized();
        throw error;
      }
    },
  };
}
