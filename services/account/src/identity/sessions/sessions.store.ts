import type { Person, Prisma, PrismaClient, Session } from '@inlet/db/client';
import type { Client } from '#access/caller.ts';
import type { KnownPerson } from '#access/people.store.ts';

export interface Rotation {
  readonly id: string;
  readonly tokenHash: string;
  readonly nextTokenHash: string;
  readonly client: Client;
  /** How long it lasts without being used. */
  readonly idleDays: number;
  /** Its maximum lifetime. */
  readonly lifeDays: number;
}

/** Replaces the token of a valid session; returns whether the given token was its newest one. */
export async function rotateSession(prisma: PrismaClient, rotation: Rotation): Promise<boolean> {
  const { id, tokenHash, nextTokenHash, client, idleDays, lifeDays } = rotation;
  const now = new Date();
  const count = await prisma.$executeRaw`
    update sessions set
      token_hash = ${nextTokenHash}, previous_token_hash = ${tokenHash}, rotated_at = ${now}, last_used_at = ${now},
      address = ${client.address}, user_agent = ${client.userAgent},
      expires_at = least(
        ${now}::timestamptz + make_interval(days => ${idleDays}::int), created_at + make_interval(days => ${lifeDays}::int)
      )
    where id = ${id}::uuid and token_hash = ${tokenHash} and expires_at > ${now}`;
  return count === 1;
}

/** Waits for a change of the password under way, and returns whether the password that was read still counts. */
export async function holdPassword(tx: Prisma.TransactionClient, { id, passwordHash }: KnownPerson): Promise<boolean> {
  // The deletion of an account locks the workspace first.
  await tx.$queryRaw`select id from users where id = ${id}::uuid for key share`;
  const held = await tx.$queryRaw<unknown[]>`
    select id from people where id = ${id}::uuid and password_hash is not distinct from ${passwordHash} for share`;
  return held.length > 0;
}

export async function insertSession(
  tx: Prisma.TransactionClient,
  session: Prisma.SessionUncheckedCreateInput,
): Promise<void> {
  await tx.session.create({ data: session });
}

/** A session with its person, expired or not. */
export function findSession(prisma: PrismaClient, id: string): Promise<(Session & { readonly person: Person }) | null> {
  return prisma.session.findUnique({ where: { id }, include: { person: true } });
}

export async function markConfirmed(prisma: PrismaClient, id: string): Promise<void> {
  // `updateMany` succeeds even if the session is gone.
  await prisma.session.updateMany({ where: { id }, data: { confirmedAt: new Date() } });
}

/** A session by its newest token, or by the previous one. */
export function findByToken(tx: Prisma.TransactionClient, id: string, hash: string): Promise<Session | null> {
  return tx.session.findFirst({ where: { id, OR: [{ tokenHash: hash }, { previousTokenHash: hash }] } });
}

export function findLivingSessions(prisma: PrismaClient, person: Prisma.PersonWhereInput): Promise<Session[]> {
  return prisma.session.findMany({ where: { person, expiresAt: { gt: new Date() } } });
}

export async function deleteSession(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const { count } = await tx.session.deleteMany({ where: { id } });
  return count > 0;
}

/** Ends the sessions beyond the limit of a person that were not used for the longest time. */
export async function endOldest(prisma: PrismaClient, personId: string, sessionsMax: number): Promise<void> {
  const surplus = await prisma.session.findMany({
    where: { personId },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
    skip: sessionsMax,
    select: { id: true },
  });
  if (surplus.length > 0) await prisma.session.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
}

/** Accounts with sessions; with an address, only its account. */
export async function findSignedIn(prisma: PrismaClient, email: string | null): Promise<string[]> {
  const where = { sessions: { some: {} }, ...(email !== null && { email }) };
  const people = await prisma.person.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  return people.map(({ id }) => id);
}
