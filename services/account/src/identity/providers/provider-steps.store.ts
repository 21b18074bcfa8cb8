import { providerIds } from '@inlet/contracts/identities';
import type { Person, Prisma, PrismaClient } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { beginMinutes, waitMinutes } from '#identity/providers/provider.ts';

const beginSchema = z.object({
  provider: z.enum(providerIds),
  /** The hash of the cookie of the browser that began. */
  browser: z.string(),
  /** The session that this browser had. */
  sessionId: z.string().nullable(),
  /** The hash of the token of the invitation that the person followed. */
  inviteHash: z.string().nullable(),
  /** The hash of the token of the invitation to a workspace. A process of the release before stores none. */
  joinHash: z.string().nullable().default(null),
  /** Whether the link that makes the first account was followed. */
  isFirst: z.boolean(),
});

/** A sign-in at a provider that has begun. With a person, it links the identity to that person. */
export type BegunSignIn = z.output<typeof beginSchema> & { readonly personId: string | null };

const waitingSchema = z.object({ issuer: z.string(), subject: z.string(), name: z.string() });

/** An identity that waits until its person signs in as before. */
export type WaitingIdentity = z.output<typeof waitingSchema>;

const purposes = { begin: 'provider', wait: 'identity' } as const;

export async function insertBegun(
  prisma: PrismaClient,
  stateHash: string,
  { personId, ...data }: BegunSignIn,
): Promise<void> {
  const step = { id: uuidv7(), purpose: purposes.begin, tokenHash: stateHash, personId, data };
  await prisma.signInStep.create({ data: { ...step, expiresAt: inMinutes(beginMinutes) } });
}

/** Finds a sign-in that has begun, without using it up. */
export async function findBegun(prisma: PrismaClient, stateHash: string): Promise<BegunSignIn | null> {
  const where = { tokenHash: stateHash, purpose: purposes.begin, expiresAt: { gt: new Date() } };
  const step = await prisma.signInStep.findFirst({ where });
  return step && { ...beginSchema.parse(step.data), personId: step.personId };
}

/** Uses a sign-in up. Of two callbacks at once, one is told that it was the first. */
export async function useBegun(prisma: PrismaClient, stateHash: string): Promise<boolean> {
  const { count } = await prisma.signInStep.deleteMany({ where: { tokenHash: stateHash, purpose: purposes.begin } });
  return count === 1;
}

/** Keeps an identity for a person until the person signs in as before, in the browser with this cookie. */
export async function keepWaiting(
  prisma: PrismaClient,
  browser: string,
  personId: string,
  data: WaitingIdentity,
): Promise<void> {
  const tokenHash = hashOfWaiting(browser);
  const step = { purpose: purposes.wait, personId, data, expiresAt: inMinutes(waitMinutes) };
  await prisma.signInStep.upsert({
    where: { tokenHash },
    create: { id: uuidv7(), tokenHash, ...step },
    update: step,
  });
}

/** Takes the identity that waits for this person in this browser. */
export async function takeWaiting(
  tx: Prisma.TransactionClient,
  browser: string,
  personId: string,
): Promise<{ readonly person: Person; readonly waiting: WaitingIdentity } | null> {
  const where = { tokenHash: hashOfWaiting(browser), purpose: purposes.wait, personId, expiresAt: { gt: new Date() } };
  const step = await tx.signInStep.findFirst({ where, include: { person: true } });
  if (!step?.person) return null;
  const { count } = await tx.signInStep.deleteMany({ where: { id: step.id } });
  return count === 1 ? { person: step.person, waiting: waitingSchema.parse(step.data) } : null;
}

/** The same cookie names the states of its browser, so the two must not have one hash. */
function hashOfWaiting(browser: string): string {
  return hashLinkToken(`waiting:${browser}`);
}

function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}
