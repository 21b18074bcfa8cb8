import type { MailToken, Person, Prisma, PrismaClient } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { lockPerson } from '#access/people.store.ts';
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
  readonly personId: string;
  readonly purpose: MailPurpose;
  /** The address that `change-email` and `verify-email` confirm. */
  readonly email?: string;
}

/** Creates a link that works once; earlier links for the same purpose become invalid. */
export async function createMailLink(tx: Prisma.TransactionClient, request: MailLinkRequest): Promise<MailLink> {
  const { personId, purpose, email = null } = request;
  await lockPerson(tx, personId);
  await tx.mailToken.deleteMany({ where: { personId, purpose } });
  const { token, tokenHash } = createLinkToken();
  const expiresAt = new Date(Date.now() + lifeMs[purpose]);
  const { id } = await tx.mailToken.create({ data: { id: uuidv7(), personId, purpose, tokenHash, email, expiresAt } });
  return { id, token };
}

/** Reads a link without using it up, or refuses it. */
export async function findMailLink(
  prisma: PrismaClient,
  token: string,
  purpose: MailPurpose,
): Promise<MailToken & { readonly person: Person }> {
  const where = { tokenHash: hashLinkToken(token), purpose, expiresAt: { gt: new Date() } };
  const found = await prisma.mailToken.findFirst({ where, include: { person: true } });
  if (!found) throw invalidToken();
  return found;
}

/** Uses a link up, with every other one of the person; of two who bring it at once, one is refused. */
export async function useMailLink(tx: Prisma.TransactionClient, { id, personId }: MailToken): Promise<Person> {
  await lockPerson(tx, personId);
  const { count } = await tx.mailToken.deleteMany({ where: { id, expiresAt: { gt: new Date() } } });
  if (count === 0) throw invalidToken();
  await forgetMailLinks(tx, personId);
  return tx.person.findUniqueOrThrow({ where: { id: personId } });
}

/** Uses up a link that verifies an address. Links for other purposes stay; a link for a former address is refused. */
export async function useVerification(
  tx: Prisma.TransactionClient,
  { id, personId, email }: MailToken,
): Promise<Person> {
  await lockPerson(tx, personId);
  const { count } = await tx.mailToken.deleteMany({ where: { id, expiresAt: { gt: new Date() } } });
  const person = await tx.person.findUniqueOrThrow({ where: { id: personId } });
  if (count === 0 || person.email !== email) throw invalidToken();
  return person;
}

/** After a change of password or address, links that were mailed before must not change it once more. */
export async function forgetMailLinks(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  await tx.mailToken.deleteMany({ where: { personId } });
}
