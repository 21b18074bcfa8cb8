import type { PrismaClient } from '@inlet/db/client';
import type { Client } from '#access/caller.ts';

export interface Rotation {
  readonly id: string;
  readonly tokenHash: string;
  readonly nextTokenHash: string;
  readonly client: Client;
  /** How long it lasts without being used again. */
  readonly idleDays: number;
  /** How long it lasts at the most, from its beginning. */
  readonly lifeDays: number;
}

/** Replaces the token of a living session; tells whether the token that was brought was its newest one. */
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
