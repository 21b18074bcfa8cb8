import { apiKeyPrefix } from '@inlet/contracts/api-keys';
import type { Person } from '@inlet/db/client';
import type { Caller } from '#access/caller.ts';
import { isId } from '#access/is-id.ts';
import type { Seat } from '#access/seat.ts';
import { findPresence } from '#access/seats.store.ts';
import { unauthorized, workspaceNotFound } from '#errors.ts';
import { findCallerByKey } from '#identity/keys/find-caller.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { noteActivity, notePresence } from '#identity/sessions/note-activity.ts';

const bearer = /^Bearer (\S+)$/i;

export interface Authenticated {
  /** Null for a program. */
  readonly person: Person | null;
  readonly caller: Caller;
  /** The workspace of the request; null for a person in none. */
  readonly seat: Seat | null;
}

type SignInDeps = Pick<IdentityDeps, 'accessTokens' | 'database'>;

/** The caller behind an `Authorization` header, and the workspace that the request names or means. */
export async function authenticate(
  deps: SignInDeps,
  authorization = '',
  workspace?: string | undefined,
): Promise<Authenticated> {
  const token = bearer.exec(authorization)?.[1];
  if (!token) throw unauthorized();
  const asked = workspace?.toLowerCase();
  const found = token.startsWith(apiKeyPrefix) ? await findProgram(deps, token) : await findPerson(deps, token, asked);
  if (!found) throw unauthorized();
  if (asked !== undefined && found.seat?.user.id !== asked) throw workspaceNotFound();
  const { prisma } = deps.database;
  if (found.person) await notePresence(prisma, found.person, found.seat);
  else if (found.seat) await noteActivity(prisma, found.seat.user);
  return found;
}

async function findProgram(deps: SignInDeps, key: string): Promise<Authenticated | null> {
  const found = await findCallerByKey(deps, key);
  // What a key may do, its scope says; it sees every form.
  const membership = { role: 'owner', allForms: true, formIds: [], lastActiveOn: null } as const;
  return found && { person: null, caller: found.caller, seat: { user: found.user, membership } };
}

/** A session that was ended is over at once, although its access tokens live a little longer. */
async function findPerson(
  { accessTokens, database }: SignInDeps,
  token: string,
  asked: string | undefined,
): Promise<Authenticated | null> {
  const { sessionId } = await accessTokens.read(token);
  if (asked !== undefined && !isId(asked)) throw workspaceNotFound();
  const found = await findPresence(database.prisma, sessionId, asked);
  if (!found) return null;
  const { person, seat, confirmedAt } = found;
  return { person, seat, caller: { kind: 'session', sessionId, confirmedAt } };
}
