import type { Person, PrismaClient } from '@inlet/db/client';
import { hashAddress } from '#users/waitlist/hash-address.ts';
import { findMailed } from '#users/waitlist/waitlist-mails.store.ts';

/**
 * True if an account's owner was told by mail to be on the waitlist. The result for another person's address is never
 * revealed.
 */
export async function wasToldToWait(
  prisma: PrismaClient,
  { email, emailVerifiedAt }: Pick<Person, 'email' | 'emailVerifiedAt'>,
): Promise<boolean> {
  return emailVerifiedAt !== null && (await findMailed(prisma, [hashAddress(email)])).length > 0;
}
