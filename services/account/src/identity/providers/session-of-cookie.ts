import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { hashRefreshToken, parseRefreshToken } from '#identity/sessions/refresh-tokens.ts';
import { findByToken } from '#identity/sessions/sessions.store.ts';

/** The session of a refresh token. The token itself is not kept: it may be exchanged before the person returns. */
export async function findSessionOfCookie(
  { database }: Pick<IdentityDeps, 'database'>,
  text: string | null,
): Promise<string | null> {
  const token = text === null ? null : parseRefreshToken(text);
  const session = token && (await findByToken(database.prisma, token.sessionId, hashRefreshToken(token)));
  return session?.id ?? null;
}
