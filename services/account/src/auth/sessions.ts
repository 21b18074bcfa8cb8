import type { PrismaClient, User } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import {
  firstRefreshToken,
  formatRefreshToken,
  hashRefreshToken,
  nextRefreshToken,
  parseRefreshToken,
  type RefreshToken,
} from '#auth/refresh-tokens.ts';

/** A session that nobody uses for this long is over. */
export const sessionDays = 30;
/** For this long the token before the newest one is still taken: another tab may have used it in the same moment. */
const graceMs = 30_000;

export interface OpenSession {
  readonly id: string;
  readonly refreshToken: string;
  readonly user: User;
}

export interface Sessions {
  readonly open: (user: User) => Promise<OpenSession>;
  /** Exchanges a token for the one that follows, or answers null; an old token ends the whole session. */
  readonly refresh: (token: string) => Promise<OpenSession | null>;
  readonly end: (token: string) => Promise<void>;
}

/** Sign-ins that last: one row each, whose token changes at every use. */
export function createSessions(prisma: PrismaClient, key: string): Sessions {
  async function rotate(token: RefreshToken): Promise<boolean> {
    const { count } = await prisma.session.updateMany({
      where: { id: token.sessionId, tokenHash: hashRefreshToken(token), expiresAt: { gt: new Date() } },
      data: {
        tokenHash: hashRefreshToken(nextRefreshToken(token, key)),
        previousTokenHash: hashRefreshToken(token),
        rotatedAt: new Date(),
        expiresAt: inDays(sessionDays),
      },
    });
    return count === 1;
  }

  return {
    open: async (user) => {
      const token = firstRefreshToken(uuidv7());
      await prisma.session.create({
        data: {
          id: token.sessionId,
          userId: user.id,
          tokenHash: hashRefreshToken(token),
          expiresAt: inDays(sessionDays),
        },
      });
      return { id: token.sessionId, refreshToken: formatRefreshToken(token), user };
    },

    refresh: async (text) => {
      const token = parseRefreshToken(text);
      if (!token) return null;
      const rotated = await rotate(token);
      const session = await prisma.session.findUnique({ where: { id: token.sessionId }, include: { user: true } });
      if (!session) return null;
      if (!rotated && !isWithinGrace(session, token)) {
        // Many, for it may be gone: somebody else may have brought an old token in the same moment.
        await prisma.session.deleteMany({ where: { id: session.id } });
        return null;
      }
      const next = nextRefreshToken(token, key);
      return { id: session.id, refreshToken: formatRefreshToken(next), user: session.user };
    },

    end: async (text) => {
      const token = parseRefreshToken(text);
      if (!token) return;
      const hash = hashRefreshToken(token);
      await prisma.session.deleteMany({
        where: { id: token.sessionId, OR: [{ tokenHash: hash }, { previousTokenHash: hash }] },
      });
    },
  };
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
