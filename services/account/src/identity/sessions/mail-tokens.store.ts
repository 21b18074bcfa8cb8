import type { MailToken, Prisma, PrismaClient, User } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { invalidToken } from '#errors.ts';
import { createLinkToken, hashLinkToken } from '#identity/credentials/link-token.ts';

/** The purpose of a mailed link, and its lifetime. */
const hourMs = 60 * 60_000;
const lifeMs = { 'reset-password': hourMs, 'change-email': 24 * hourMs, 'verify-email': 7 * 24 * hourMs } as const;
export type MailPurpose = keyof typeof lifeMs;

export interface MailLink {
  readonly id: string;
  readonly token: string;
}

export interface MailLinkRequest {
  readonly userId: string;
  readonly purpose: MailPurpose;
  /** The address that `change-email` and `verify-email` confirm. */
  readonly email?: string;
}

/** Creates a link that works once; earlier links for the same purpose become invalid. */
export async function createMailLink(tx: Prisma.TransactionClient, request: MailLinkRequest): Promise<MailLink> {
  const { userId, purpose, email = null } = request;
  await lockUser(tx, userId);
  await tx.mailToken.deleteMany({ where: { userId, purpose } });
  const { token, tokenHash } = createLinkToken();
  const expiresAt = new Date(Date.now() + lifeMs[purpose]);
  const { id } = await tx.mailToken.create({ data: { id: uuidv7(), userId, purpose, tokenHash, email, expiresAt } });
  return { id, token };
}

/** Reads a link without using it up, or refuses it. */
export async function findMailLink(
  prisma: PrismaClient,
  token: string,
  purpose: MailPurpose,
): Promise<MailToken & { readonly user: User }> {
  const where = { tokenHash: hashLinkToken(token), purpose, expiresAt: { gt: new Date() } };
  const found = await prisma.mailToken.findFirst({ where, include: { user: true } });
  if (!found) throw invalidToken();
  return found;
}

/** Uses up a link, with every other one of the account; of two concurrent requests, one is refused. */
export async function useMailLink(tx: Prisma.TransactionClient, { id, userId }: MailToken): Promise<User> {
  await lockUser(tx, userId);
  const { count } = await tx.mailToken.deleteMany({ where: { id, expiresAt: { gt: new Date() } } });
  if (count === 0) throw invalidToken();
  await forgetMailLinks(tx, userId);
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

/**
 * Uses up a link that verifies an address. Links for other purposes remain; a link for a previous address is refused.
 */
export async function useVerification(tx: Prisma.TransactionClient, { id, userId, email }: MailToken): Promise<User> {
  await lockUser(tx, userId);
  const { count } = await tx.mailToken.deleteMany({ where: { id, expiresAt: { gt: new Date() } } });
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (count === 0 || user.email !== email) throw invalidToken();
  return user;
}

/** After a change of password or address, earlier links must not change it again. */
export async function forgetMailLinks(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.mailToken.deleteMany({ where: { userId } });
}

/**
 * Locks the account first and its links afterwards, always in this order, so that two changes wait and never deadlock.
 */
export async function lockUser(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`select id from users where id = ${userId}::uuid for no key update`;
}
