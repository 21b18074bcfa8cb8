import type { Person, Prisma, PrismaClient, Session } from '@inlet/db/client';
import type { Secrets } from '@inlet/process/config';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '#access/caller.ts';
import { type KnownPerson, lockPerson } from '#access/people.store.ts';
import { invalidCredentials } from '#errors.ts';
import { noteSignIn } from '#identity/sessions/note-activity.ts';
import {
  firstRefreshToken,
  formatRefreshToken,
  hashRefreshToken,
  nextRefreshToken,
  parseRefreshToken,
  type RefreshToken,
} from '#identity/sessions/refresh-tokens.ts';
import {
  deleteSession,
  endOldest,
  findByToken,
  findSession,
  holdPassword,
  insertSession,
  rotateSession,
} from '#identity/sessions/sessions.store.ts';

/** Days after which an unused session ends. */
export const sessionDays = 30;
/**
 * A session ends after this time regardless of use, so that a copied one ends too. It costs an owner four sign-ins a
 * year, and no form or mail depends on a session.
 */
const sessionLifeDays = 90;
/** Sessions that a person keeps. A person has a handful; a program that signs in at each run would have thousands. */
const sessionsMax = 200;
/** For this long the previous token is still accepted, because another tab may have used it at the same time. */
const graceMs = 30_000;

export interface OpenSession {
  readonly id: string;
  readonly refreshToken: string;
  readonly personId: string;
  /** The workspace that was used last. */
  readonly workspaceId: string | null;
}

export interface LivingSession {
  readonly person: Person;
  /** The workspace that was used last. */
  readonly workspaceId: string | null;
  /** When the password was last given for it. */
  readonly confirmedAt: Date;
}

export interface Sessions {
  /** Begins a session, unless the password that was shown is not the person's any more. */
  readonly open: (person: KnownPerson, client: Client) => Promise<OpenSession>;
  /** A session that lives, by its id. */
  readonly find: (sessionId: string) => Promise<LivingSession | null>;
  /** Exchanges a token for the one that follows, or returns null; an old token ends the whole session. */
  readonly refresh: (token: string, client: Client, noteReuse: NoteOfSession) => Promise<OpenSession | null>;
  readonly end: (token: string, note: NoteOfSession) => Promise<void>;
}

/** Records the end of a session, in the same transaction. */
export type NoteOfSession = (tx: Prisma.TransactionClient, session: EndedSession) => Promise<void>;
export type EndedSession = Pick<Session, 'id' | 'personId'>;

/** Long-lived sign-ins: one row each, whose token changes with every use. */
export function createSessions(prisma: PrismaClient, secrets: Secrets): Sessions {
  function rotate(token: RefreshToken, client: Client): Promise<boolean> {
    return rotateSession(prisma, {
      id: token.sessionId,
      tokenHash: hashRefreshToken(token),
      nextTokenHash: hashRefreshToken(nextRefreshToken(token, secrets[0])),
      client,
      idleDays: sessionDays,
      lifeDays: sessionLifeDays,
    });
  }

  return {
    open: async (person, client) => {
      const token = firstRefreshToken(uuidv7());
      await prisma.$transaction(async (tx) => {
        // A reset in the same moment either waits and then ends the new session as well, or this refuses to begin it.
        if (!(await holdPassword(tx, person))) throw invalidCredentials();
        await insertSession(tx, {
          id: token.sessionId,
          personId: person.id,
          tokenHash: hashRefreshToken(token),
          expiresAt: inDays(sessionDays),
          ...client,
        });
      });
      await noteSignIn(prisma, person.id);
      await endOldest(prisma, person.id, sessionsMax);
      return { id: token.sessionId, refreshToken: formatRefreshToken(token), personId: person.id, workspaceId: null };
    },

    find: async (sessionId) => {
      const session = await findSession(prisma, sessionId);
      if (!session || session.expiresAt <= new Date()) return null;
      const { person, workspaceId } = session;
      return { person, workspaceId, confirmedAt: session.confirmedAt ?? session.createdAt };
    },

    refresh: async (text, client, noteReuse) => {
      const token = parseRefreshToken(text);
      if (!token) return null;
      const rotated = await rotate(token, client);
      const session = await findSession(prisma, token.sessionId);
      if (!session) return null;
      if (!rotated && !isWithinGrace(session, token)) {
        const isReuse = session.expiresAt > new Date();
        await prisma.$transaction((tx) => endSession(tx, session, isReuse ? noteReuse : undefined));
        return null;
      }
      const next = storedSuccessor(session, token, secrets);
      return {
        id: session.id,
        refreshToken: formatRefreshToken(next),
        personId: session.personId,
        workspaceId: session.workspaceId,
      };
    },

    end: async (text, note) => {
      const token = parseRefreshToken(text);
      if (!token) return;
      const hash = hashRefreshToken(token);
      await prisma.$transaction(async (tx) => {
        const session = await findByToken(tx, token.sessionId, hash);
        if (session) await endSession(tx, session, note);
      });
    },
  };
}

/** Many, for it may be gone: of two who end a session at once, one has done it and notes it. */
async function endSession(tx: Prisma.TransactionClient, { id, personId }: EndedSession, note?: NoteOfSession) {
  // The note needs the workspace, which a deletion locks before its sessions.
  await lockPerson(tx, personId);
  if (await deleteSession(tx, id)) await note?.(tx, { id, personId });
}

/** The successor that the session has; a process with another newest secret may have just derived it. */
function storedSuccessor({ tokenHash }: { tokenHash: string }, token: RefreshToken, secrets: Secrets): RefreshToken {
  const successors = secrets.map((secret) => nextRefreshToken(token, secret));
  return successors.find((next) => hashRefreshToken(next) === tokenHash) ?? nextRefreshToken(token, secrets[0]);
}

interface RotatedSession {
  readonly previousTokenHash: string | null;
  readonly rotatedAt: Date | null;
  readonly expiresAt: Date;
}

function isWithinGrace({ previousTokenHash, rotatedAt, expiresAt }: RotatedSession, token: RefreshToken): boolean {
  if (rotatedAt === null || expiresAt <= new Date()) return false;
  return previousTokenHash === hashRefreshToken(token) && Date.now() - rotatedAt.getTime() < graceMs;
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
