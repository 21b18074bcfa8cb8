import { apiKeyPrefix } from '@inlet/contracts/api-keys';
import type { User } from '@inlet/db/client';
import type { Caller } from '#access/caller.ts';
import { unauthorized } from '#errors.ts';
import { findCallerByKey } from '#identity/keys/find-caller.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { noteActivity } from '#identity/sessions/note-activity.ts';

const bearer = /^Bearer (\S+)$/i;

export interface Authenticated {
  readonly user: User;
  readonly caller: Caller;
}

/** The account of an `Authorization` header: a person with a valid session, or a program with a key. */
export async function authenticate(
  deps: Pick<IdentityDeps, 'accessTokens' | 'database' | 'sessions'>,
  authorization = '',
): Promise<Authenticated> {
  const token = bearer.exec(authorization)?.[1];
  if (!token) throw unauthorized();
  const found = token.startsWith(apiKeyPrefix) ? await findCallerByKey(deps, token) : await findSession(deps, token);
  if (!found) throw unauthorized();
  await noteActivity(deps.database.prisma, found.user);
  return found;
}

/** A session ends at once, although its access tokens are valid a little longer. */
async function findSession(
  { accessTokens, sessions }: Pick<IdentityDeps, 'accessTokens' | 'sessions'>,
  token: string,
): Promise<Authenticated | null> {
  const { sessionId } = await accessTokens.read(token);
  const living = await sessions.find(sessionId);
  return living && { user: living.user, caller: { kind: 'session', sessionId, confirmedAt: living.confirmedAt } };
}
