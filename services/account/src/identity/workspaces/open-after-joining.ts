import type { Person } from '@inlet/db/client';
import { HttpError } from '@inlet/http/errors';
import type { Client } from '#access/caller.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';
import { join } from '#identity/workspaces/invite-member.ts';
import { saveLastUsed } from '#identity/workspaces/workspaces.store.ts';

interface Invited {
  /** The hash of the token of an invitation to a workspace. */
  readonly joinHash?: string | undefined;
  /** The workspace that the person has joined already. */
  readonly joined?: string | null;
}

/** Opens a session. Somebody who came with an invitation is a member of its workspace, which the session uses first. */
export async function openAfterJoining(
  deps: Pick<IdentityDeps, 'database' | 'sessions'>,
  client: Client,
  person: Person,
  { joinHash, joined = null }: Invited,
): Promise<OpenSession> {
  const workspaceId = joined ?? (await joinBy(deps, client, person, joinHash));
  const session = await deps.sessions.open(person, client);
  if (workspaceId !== null) await saveLastUsed(deps.database.prisma, session.id, workspaceId);
  return { ...session, workspaceId };
}

async function joinBy(
  { database: { prisma } }: Pick<IdentityDeps, 'database'>,
  client: Client,
  person: Person,
  tokenHash: string | undefined,
): Promise<string | null> {
  if (tokenHash === undefined) return null;
  return prisma
    .$transaction((tx) => join(tx, { person, tokenHash }, client))
    .catch((error: unknown) => {
      // It was withdrawn since it was looked at. The sign-in itself is right.
      if (error instanceof HttpError) return null;
      throw error;
    });
}
